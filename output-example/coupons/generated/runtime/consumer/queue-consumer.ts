// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { Delivery, Subscription } from '../broker/broker-types.js'
import { deadQueueName } from '../broker/queue-names.js'
import { declareTopology } from '../broker/topology.js'
import type { QueueDescriptor } from '../types.js'
import { processGate } from './alone-gate.js'
import { createAttempts } from './attempts.js'
import { createDeadLetterIntake } from './dead-letters.js'
import { handBack } from './end-delivery.js'
import type { GroupContext } from './group-context.js'
import { createIntake } from './intake.js'
import { createLanes, type Lanes } from './lanes.js'
import { createProbation, type Probation } from './probation.js'
import type { QueueContext } from './queue-context.js'

/** A broker that does not answer the close is not waited for: what is unacknowledged returns with the connection. */
const CLOSE_MS = 2_000

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

export function createQueueConsumer<Tx>(shared: GroupContext<Tx>, queue: QueueDescriptor): QueueConsumer {
  const context: QueueContext<Tx> = { ...shared, queue, attempts: createAttempts(shared, queue.name) }
  const { group } = context
  const subscriptions: Subscription[] = []
  const reasons = new Set<string>()
  /** What still comes while a suspension is on its way: handed back now, it would be delivered again at once. */
  const refused: Delivery[] = []
  let switching: Promise<void> = Promise.resolve()

  // Annotated, since each of the two is made with the other: older compilers infer neither.
  const probation: Probation = createProbation({
    context,
    suspend,
    resume,
    limitLanes: (most) => lanes.limit(most),
    ended: context.stopping,
  })
  const lanes: Lanes = createLanes({ context, gate: processGate, review: probation.review })
  const intake = createIntake({
    context,
    lanes,
    gate: processGate,
    accepting,
    onCrashLoops: probation.pauseForCrashLoops,
  })
  const deadLetters = createDeadLetterIntake(context)

  return {
    async start() {
      await subscribe(queue.name, (delivery) => {
        context.observe({ kind: 'received', group: group.group, queue: queue.name })
        if (accepting()) intake.add(delivery)
        else refused.push(delivery)
      })
      await subscribe(deadQueueName(queue.name), (delivery) => {
        if (accepting()) deadLetters.add(delivery)
        else refused.push(delivery)
      })
    },
    suspend,
    resume,
    async idle() {
      await Promise.all([intake.idle(), deadLetters.idle()])
      await lanes.idle()
      await quietly(context.attempts.writeOwed())
    },
    async close() {
      await Promise.all(subscriptions.map((subscription) => quietly(subscription.close({ deadlineMs: CLOSE_MS }))))
      context.observe({ kind: 'connection', group: group.group, queue: queue.name, state: 'closed' })
    },
    get ready() {
      return (
        accepting() &&
        !probation.paused &&
        subscriptions.length === 2 &&
        subscriptions.every(({ consuming }) => consuming)
      )
    },
  }

  function accepting(): boolean {
    return reasons.size === 0
  }

  async function subscribe(name: string, onDelivery: (delivery: Delivery) => void): Promise<void> {
    const subscription = await context.links.subscribe({
      queue: name,
      prefetch: queue.prefetch,
      declare: () => declareTopology({ withChannel: context.links.withChannel, queue, exchanges: context.exchanges }),
      onDelivery,
      onState: (state) => context.observe({ kind: 'connection', group: group.group, queue: name, state }),
      log: context.log,
    })
    subscriptions.push(subscription)
    // The database may have gone away since the queue before this one began to deliver.
    if (!accepting()) await apply()
  }

  async function suspend(reason: string): Promise<void> {
    reasons.add(reason)
    const notStarted = lanes.takeBack()
    await apply()
    await quietly(Promise.all(notStarted.map((item) => handBack(context, item))))
  }

  async function resume(reason: string): Promise<void> {
    if (reasons.delete(reason)) await apply()
  }

  /** Brings the subscriptions in line with the reasons, one change after the other. */
  function apply(): Promise<void> {
    switching = switching.then(async () => {
      const change = (subscription: Subscription): Promise<void> =>
        accepting() ? subscription.resume() : subscription.pause()
      await Promise.all(subscriptions.map((subscription) => quietly(change(subscription))))
      for (const delivery of refused.splice(0)) delivery.handBack()
    })
    return switching
  }

  async function quietly(work: Promise<unknown>): Promise<void> {
    try {
      await work
    } catch (error) {
      context.log.warn({ queue: queue.name, error }, 'a change of the subscription could not be completed')
    }
  }
}
