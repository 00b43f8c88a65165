import type { QueueContract } from '../../model/contract.js'
import { defaultConcurrency, defaultPrefetch, groupDefaults } from '../../model/defaults.js'
import { durationText, parseDuration } from '../../model/duration.js'
import type { Channel, ChannelMessage } from '../channel.js'
import type { Context } from '../context.js'
import { durationAt, numberAt, textsAt, wordAt } from '../located-values.js'
import type { GroupDraft } from './group-draft.js'

/** The name of a message of a channel in the contract. */
export type NameOf = (channel: Channel, message: ChannelMessage) => string | undefined

const modes = [groupDefaults.topology.exchange, 'check', 'skip'] as const

export function queueContract(context: Context, queue: GroupDraft['queues'][number], nameOf: NameOf): QueueContract {
  const { settings } = queue
  const size = numberAt(settings, 'batch', 'size') ?? groupDefaults.batch.size
  const concurrency = numberAt(settings, 'concurrency') ?? defaultConcurrency(size)
  const names = queue.contributions.flatMap(({ channel, messages }) => {
    return messages.flatMap((message) => nameOf(channel, message) ?? [])
  })
  const delaysMs = textsAt(settings, 'retry', 'delays').map((delay) => parseDuration(delay) ?? 0)
  checkName(context, queue, delaysMs)
  return {
    name: queue.name,
    type: wordAt(settings, 'queueType', [groupDefaults.queueType, 'classic']),
    topology: {
      exchange: wordAt(settings, ['topology', 'exchange'], modes),
      queue: wordAt(settings, ['topology', 'queue'], modes),
    },
    bindings: queue.bindings,
    messages: [...new Set(names)].sort(),
    retry: { attempts: numberAt(settings, 'retry', 'attempts') ?? groupDefaults.retry.attempts, delaysMs },
    concurrency,
    prefetch: Math.min(
      numberAt(settings, 'prefetch') ?? defaultPrefetch({ concurrency, batchSize: size }),
      mostPrefetch,
    ),
    batch: {
      size,
      budgetMs: durationAt(settings, 'batch', 'budget') ?? parseDuration(groupDefaults.batch.budget) ?? 0,
    },
    order: 'any',
  }
}

/** AMQP counts unacknowledged deliveries in 16 bits. */
const mostPrefetch = 65_535
/** AMQP writes the length of a name in one byte. */
const longestName = 255

/** The queue's companions, where messages wait and end, have longer names than the queue itself. */
function checkName(context: Context, queue: GroupDraft['queues'][number], delaysMs: readonly number[]): void {
  const longest = [...delaysMs.map((delay) => `.retry.${delay}`), '.parked'].reduce((one, other) => {
    return other.length > one.length ? other : one
  })
  const bytes = Buffer.byteLength(queue.name + longest)
  if (bytes <= longestName) return
  const [{ settings, from }] = queue.contributions
  const delay = Math.max(...delaysMs)
  context.report({
    rule: 'name-too-long',
    message: `the queue "${queue.name.slice(0, 40)}…" and its delay queue of ${durationText(delay)} need names of up to ${bytes} bytes`,
    hint: `AMQP carries ${longestName}: set a shorter queue`,
    at: settings.members.get('queue')?.place ?? from,
  })
}
