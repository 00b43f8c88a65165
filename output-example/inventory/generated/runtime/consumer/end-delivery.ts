// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { setTimeout as pause } from 'node:timers/promises'
import { classify, sqlState } from '../database/classify.js'
import { PublishOutcomeUnknownError } from '../errors.js'
import { type CopyOrder, composeCopy, sendCopy } from './delayed-copy.js'
import { bodyHash } from './failures.js'
import type { Arrival } from './item.js'
import type { QueueContext } from './queue-context.js'
import { describeThrown } from './thrown.js'

/** What is to be done with an item whose record vanished while its failure was written: it starts again. */
export type Settled = 'done' | 'claim-again'

const RETRIES_AT_ONCE = 5
/** Before a delivery goes back that comes again at once. */
const LATER_MS = 1_000

/** Everything that is to be remembered is written: the delivery is done with. */
export async function acknowledge<Tx>(context: QueueContext<Tx>, arrival: Arrival): Promise<Settled> {
  if (!arrival.delivery.ack()) {
    // Harmless after a commit: the broker delivers again, and the record makes it a duplicate.
    context.observe({ kind: 'ack-lost', group: context.group.group, queue: context.queue.name })
  }
  if (arrival.attempted) await noteEnd(context, () => context.attempts.finish(arrival.delivery.message.content))
  return 'done'
}

/** Returns a delivery as it was: it has not run, or the database is away. */
export async function handBack<Tx>(context: QueueContext<Tx>, arrival: Arrival): Promise<Settled> {
  // First of all: where the database is away, the next step takes its time.
  arrival.delivery.handBack()
  if (arrival.attempted) await noteEnd(context, () => context.attempts.withdraw(arrival.delivery.message.content))
  return 'done'
}

/** Returns it after a while, for what would come again at once and meet the same. */
export async function handBackLater<Tx>(context: QueueContext<Tx>, arrival: Arrival): Promise<Settled> {
  await pause(LATER_MS, undefined, { signal: context.stopping }).catch(() => {})
  return handBack(context, arrival)
}

/** Sends a delayed copy and acknowledges the original when the broker has confirmed it. */
export async function copyAndAcknowledge<Tx>(
  context: QueueContext<Tx>,
  arrival: Arrival,
  order: CopyOrder & {
    /** What to do with a message that no copy can be sent of, its headers being too large; by default it waits here. */
    readonly otherwise?: (reason: string) => Promise<Settled>
  },
): Promise<Settled> {
  // Its channel is gone, so the broker delivers the original again: a copy would only be one more.
  if (!arrival.delivery.open) return acknowledge(context, arrival)
  // A copy goes to the queue, and what the broker has put aside would come back to life there.
  if (arrival.isDead) return handBackLater(context, arrival)
  const copy = composeCopy(context, arrival, order)
  if (copy.kind === 'unsendable') {
    context.log.error({ queue: context.queue.name, reason: copy.reason }, 'no delayed copy can be made of a message')
    return order.otherwise === undefined ? handBackLater(context, arrival) : order.otherwise(copy.reason)
  }
  try {
    await sendCopy(context, copy.message)
  } catch (error) {
    if (error instanceof PublishOutcomeUnknownError || context.stopping.aborted) return handBack(context, arrival)
    throw error
  }
  const { reason, code, run } = order
  context.observe({ kind: 'retried', group: context.group.group, queue: context.queue.name, reason, code, run })
  return acknowledge(context, arrival)
}

/**
 * Runs work that needs the database outside the message's transaction. Where the database is at fault the delivery
 * goes back, where it is locked or refuses the statement the delivery comes again later, uncounted.
 */
export async function guarded<Tx>(
  context: QueueContext<Tx>,
  arrival: Arrival,
  work: () => Promise<Settled>,
): Promise<Settled> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const kind = classify(error, 'park')
      if (kind === 'retry-now' && attempt < RETRIES_AT_ONCE) continue
      const atFault = kind === 'environment' ? await context.breaker.judge(error, faultKey(arrival)) : 'message'
      if (atFault === 'environment') return handBack(context, arrival)
      context.log.error({ queue: context.queue.name, error }, 'a message could not be settled yet; it comes again')
      const { run, busySince } = arrival.copy
      const { code, message } = describeThrown(error)
      const order: CopyOrder = { reason: 'busy', code: sqlState(error) ?? code, text: message, run }
      return copyAndAcknowledge(context, arrival, busySince === undefined ? order : { ...order, busySince })
    }
  }
}

/** Names the message for the breaker, which counts how many different ones fail. */
export function faultKey(arrival: Arrival): string {
  return bodyHash(arrival.delivery.message.content).toString('hex')
}

async function noteEnd<Tx>(context: QueueContext<Tx>, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    // The row then stays unfinished: at worst the message runs alone once more.
    context.log.warn({ queue: context.queue.name, error }, 'the end of an attempt could not be written down')
  }
}
