import type { Design } from '../build/design.js'
import type { GroupDraft } from '../build/groups/group-draft.js'
import { valueAt } from '../build/located.js'
import { durationAt, numberAt, textAt } from '../build/located-values.js'
import { defaultConcurrency, defaultPrefetch, groupDefaults } from '../model/defaults.js'
import { parseDuration } from '../model/duration.js'
import type { Place } from '../model/pointer.js'
import { saidAt } from './said-at.js'

type QueueDraft = GroupDraft['queues'][number]

/** How messages run through one queue of a group: its settings as numbers. */
export interface QueueFlow {
  readonly group: GroupDraft
  readonly queue: QueueDraft
  readonly handlerTimeoutMs: number
  readonly concurrency: number
  readonly prefetch: number
  readonly batchSize: number
  readonly order: 'any' | 'strict'
  readonly attempts: number
  readonly delays: readonly Delay[]
}

export interface Delay {
  readonly milliseconds: number
  /** Absent for a default. */
  readonly said?: Place
}

export function queueFlows(design: Design): readonly QueueFlow[] {
  const known = remembered.get(design)
  if (known !== undefined) return known
  const flows = design.groups.flatMap((group) => group.queues.map((queue) => queueFlow(group, queue)))
  remembered.set(design, flows)
  return flows
}

/** A dozen rules ask, each of the same design. */
const remembered = new WeakMap<Design, readonly QueueFlow[]>()

function queueFlow(group: GroupDraft, queue: QueueDraft): QueueFlow {
  const { settings } = queue
  const batchSize = numberAt(settings, 'batch', 'size') ?? groupDefaults.batch.size
  const concurrency = numberAt(settings, 'concurrency') ?? defaultConcurrency(batchSize)
  return {
    group,
    queue,
    handlerTimeoutMs: durationAt(group.settings, 'handlerTimeout') ?? parseDuration(groupDefaults.handlerTimeout) ?? 0,
    concurrency,
    prefetch: numberAt(settings, 'prefetch') ?? defaultPrefetch({ concurrency, batchSize }),
    batchSize,
    order: textAt(settings, 'order', 'kind') === 'strict' ? 'strict' : 'any',
    attempts: numberAt(settings, 'retry', 'attempts') ?? groupDefaults.retry.attempts,
    delays: delaysOf(queue),
  }
}

function delaysOf({ settings }: QueueDraft): readonly Delay[] {
  const list = valueAt(settings, 'retry', 'delays')
  return (list?.kind === 'list' ? list.items : []).map((item) => {
    const said = saidAt(item)
    return { milliseconds: durationAt(item) ?? 0, ...(said === undefined ? {} : { said }) }
  })
}

/** The pauses between the runs of a message that fails each time, each with how often it comes: the last one repeats. */
export function pausesOf({
  attempts,
  delays,
}: QueueFlow): readonly { readonly milliseconds: number; readonly times: number }[] {
  const pauses = attempts - 1
  return delays.slice(0, pauses).map(({ milliseconds }, i) => {
    return { milliseconds, times: i === delays.length - 1 ? pauses - i : 1 }
  })
}
