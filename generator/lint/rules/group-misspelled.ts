import { nearlyEqual } from '../nearly-equal.js'
import type { Rule } from '../rule.js'

export const groupMisspelled: Rule = {
  name: 'group-misspelled',
  topic: 'group',
  severity: 'warning',
  summary: 'two consumer groups have nearly the same name',
  why: `The name decides who shares the work. A group that is misspelled once is a second group, with a queue and with
records of its own: each event is processed by both, which is the duplicate that nobody sees.`,
  wrong: 'consumers: { billing: {}, biling: {} }',
  right: 'consumers: { billing: {}, points: {} }',
  check: ({ groups }) => {
    const similar = nearlyEqual(groups.map(({ group }) => group))
    return groups.flatMap(({ group, contributions: [{ from }] }) => {
      const first = similar.get(group)
      if (first === undefined) return []
      return {
        message: `"${group}" and "${first}" are two groups, each with a queue and records of its own`,
        hint: `write "${first}" in both places if they are one, or tell them further apart`,
        at: from,
      }
    })
  },
}
