import { groupDefaults } from '../../model/defaults.js'
import type { Place } from '../../model/pointer.js'
import type { Rule } from '../rule.js'
import { saidAt } from '../said-at.js'

export const retentionUnstated: Rule = {
  name: 'retention-unstated',
  topic: 'flow',
  severity: 'info',
  strict: true,
  summary: 'nothing says how long a processed key is remembered',
  why: `After the retention a copy of an event is a new event. How late a copy may come is known to those who know the
producers, so that the default is a guess, and the table of keys grows by it.`,
  wrong: `retention: { parked: 90d }`,
  right: `retention: { processed: 14d, parked: 90d }`,
  check: ({ groups, originOf }) =>
    groups.flatMap(({ group, settings, contributions: [first] }) => {
      if (saidAt(settings, 'retention', 'processed') !== undefined) return []
      const usual = groupDefaults.retention.processed
      return [
        {
          message: `nothing says how long group "${group}" remembers a processed key: ${usual} by default`,
          hint: `add retention: ${usual}, or as long as a producer may still repeat an event`,
          at: first.from,
          ...(saidAt(settings, 'retention') === undefined && {
            fix: [{ kind: 'insert' as const, at: settingsOf(originOf(first.from)), key: 'retention', value: usual }],
          }),
        },
      ]
    }),
}

/** A group that is only named has its settings beside the name. */
function settingsOf({ file, pointer }: Place): Place {
  return { file, pointer: pointer.replace(/\/consumerGroup$/, '') }
}
