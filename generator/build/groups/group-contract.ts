import type { GroupContract } from '../../model/contract.js'
import { defaultParkedMs, groupDefaults } from '../../model/defaults.js'
import { parseDuration } from '../../model/duration.js'
import { placeKey } from '../../model/pointer.js'
import type { Context } from '../context.js'
import { durationAt, wordAt } from '../located-values.js'
import { errorsContract } from './errors-contract.js'
import type { GroupDraft } from './group-draft.js'
import { checkLongest } from './longest.js'
import { type NameOf, queueContract } from './queue-contract.js'

/** The part of the contract that a group is; `nameOf` gives the messages their names. */
export function groupContract(context: Context, draft: GroupDraft, nameOf: NameOf): GroupContract {
  const { settings } = draft
  checkLongest(context, draft)
  return {
    from: [...new Set(draft.contributions.map(({ from }) => placeKey(from)))].sort(),
    group: draft.group,
    queues: draft.queues.map((queue) => queueContract(context, queue, nameOf)),
    strategy: { kind: 'transaction' },
    errors: errorsContract(context, draft),
    retentionMs: retention(draft),
    handlerTimeoutMs: durationAt(settings, 'handlerTimeout') ?? milliseconds(groupDefaults.handlerTimeout),
    onMismatch: wordAt(settings, 'onMismatch', [groupDefaults.onMismatch, 'skip']),
    onRepublish: wordAt(settings, 'onRepublish', [groupDefaults.onRepublish, 'absorb']),
    park: wordAt(settings, 'park', [groupDefaults.park]),
    failureBody: wordAt(settings, 'failureBody', [groupDefaults.failureBody]),
    keyHeader: wordAt(settings, 'keyHeader', [groupDefaults.keyHeader, 'park']),
  }
}

function retention({ settings, said }: GroupDraft): GroupContract['retentionMs'] {
  const processed = durationAt(settings, 'retention', 'processed') ?? milliseconds(groupDefaults.retention.processed)
  const parkedMs = milliseconds(groupDefaults.retention.parked)
  const parked = durationAt(said, 'retention', 'parked') ?? defaultParkedMs({ processedMs: processed, parkedMs })
  return { processed, parked }
}

function milliseconds(duration: string): number {
  return parseDuration(duration) ?? 0
}
