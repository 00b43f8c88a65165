// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { Delivery, Subscription } from '../broker/broker-types.js'
import { deadQueueName } from '../broker/queue-names.js'
import { declareTopology } from '../broker/topology.js'
import { processGate } from './alone-gate.js'
import { createDeadLetterIntake } from './dead-letters.js'
import type { QueueContext } from './group-context.js'
import { createIntake } from './intake.js'
import { createLanes, handBackAll } from './lanes.js'
import { createProbation } from './probation.js'

/** Everything that consumes one queue of a group, its dead-letter queue included. */
export interface QueueConsumer {
  start(): Promise<void>
  /** Takes no more deliveries and hands back what has not started; resolves when none can arrive. Never rejects. */
  suspend(reason: string): Promise<void>
  /** Ends one reason to be suspended; consumes again when it was the last. Never rejects. */
  resume(reason: string): Promise<void>
  /** Resolves when everything that has started is settled. */
  idle(): Promise<void>
  /** Closes the channels, which flushes the acks. Never rejects. */
  close(): Promise<void>
  readonly ready: boolean
}

export function createQueueConsumer<Tx>(context: QueueContext<Tx>): QueueConsumer {
  const { queue, group } = context
  const subscriptions: Subscription[] = []
  const reasons = new Set<string>()
  let switching: Promise<void> = Promise.resolve()

  const probation = createProbation({
    context,
    suspend,
    resume,
    limitLanes: (most) => lanes.limit(most),
    ended: context.stopping,
  })
  const lanes = createLanes({ context, gate: processGate, review: probation.review })
  const intake = createIntake({
    context,
    lanes,
    gate: processGate,
    accepting: () => reasons.size === 0,
    onCrashLoops: probation.pauseForCrashLoops,
  })
  const deadLetters = createDeadLetterIntake(context, () => reasons.size === 0)

  return {
    async start() {
      await subscribe(queue.name, queue.prefetch, intake.add)
      await subscribe(deadQueueName(queue.name), queue.prefetch, deadLetters.add)
    },
    suspend,
    resume,
    async idle() {
      await Promise.all([intake.idle(), deadLetters.idle()])
      await lanes.idle()
    },
    async close() {
      await Promise.all(subscriptions.map((subscription) => quietly(subscription.close())))
      context.observe({ kind: 'connection', group: group.group, queue: queue.name, state: 'closed' })
    },
    get ready() {
      return !probation.paused && subscriptions.length === 2 && subscriptions.every(({ consuming }) => consuming)
    },
  }

  async function subscribe(name: string, prefetch: number, onDelivery: (delivery: Delivery) => void): Promise<void> {
    const subscription = await context.links.subscribe({
      queue: name,
      prefetch,
      declare: () => declareTopology({ withChannel: context.links.withChannel, queue, exchanges: context.exchanges }),
      onDelivery,
      onState: (state) => context.observe({ kind: 'connection', group: group.group, queue: name, state }),
      log: context.log,
    })
    subscriptions.push(subscription)
  }

  async function suspend(reason: string): Promise<void> {
    reasons.add(reason)
    await apply()
    await quietly(handBackAll(context, lanes.takeBack()))
  }

  async function resume(reason: string): Promise<void> {
    if (reasons.delete(reason)) await apply()
  }

  /** Brings the subscriptions in line with the reasons, one change after the other. */
  function apply(): Promise<void> {
    switching = switching.then(async () => {
      const suspended = reasons.size > 0
      await Promise.all(
        subscriptions.map((subscription) => quietly(suspended ? subscription.pause() : subscription.resume())),
      )
    })
    return switching
  }

  async function quietly(work: Promise<unknown>): Promise<void> {
    try {
      await work
    } catch (error) {
      context.log.warn({ queue: queue.name, error }, 'the subscription could not be changed')
    }
  }
}
