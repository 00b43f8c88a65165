// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { classify } from '../database/classify.js'
import { PublishOutcomeUnknownError } from '../errors.js'
import { finishAttempts, withdrawAttempts } from './attempts.js'
import { type CopyOrder, sendCopy } from './delayed-copy.js'
import { bodyHash } from './failures.js'
import type { QueueContext } from './group-context.js'
import type { Arrival, Failed, FailureNote, Item, Outcome } from './item.js'
import { type Parking, park } from './park.js'

/** What is to be done with an item whose record vanished while its failure was written: it starts again. */
export type Settled = 'done' | 'claim-again'

/** The third COMMIT without an answer is no accident of the network any more. */
const UNKNOWN_COMMITS = 3
const RETRIES_AT_ONCE = 5

/**
 * Carries an outcome out and ends the delivery: writes down what is to be remembered, then acknowledges, in this order.
 * If the process dies between the two, the delivery returns and meets what was written.
 */
export async function settle<Tx>(context: QueueContext<Tx>, item: Item, outcome: Outcome): Promise<Settled> {
  const labels = labelsOf(context, item)
  switch (outcome.kind) {
    case 'processed':
      context.observe({ kind: 'processed', ...labels, durationMs: outcome.durationMs })
      return acknowledge(context, item)
    case 'duplicate':
      context.observe({ kind: 'duplicate', ...labels })
      return acknowledge(context, item)
    case 'mismatch':
      return settleMismatch(context, item)
    case 'failed':
      return settleFailed(context, item, outcome)
    case 'busy':
      return settleBusy(context, item, outcome.error)
    case 'commit-unknown':
      return settleUnknown(context, item, outcome.error)
    case 'environment':
      return settleEnvironment(context, item, outcome.error)
    case 'aborted':
      return handBack(context, item)
  }
}

/** Parks a delivery, decoded or not, and acknowledges it. */
export async function parkAndAcknowledge<Tx>(
  context: QueueContext<Tx>,
  arrival: Arrival,
  parking: Parking,
): Promise<Settled> {
  return guarded(context, arrival, async () => {
    const result = await park(context, parking)
    if (result.kind === 'claim-again') return 'claim-again'
    const labels = { group: context.group.group, queue: context.queue.name }
    if (result.kind === 'parked') {
      const failure = { class: result.class, code: parking.failure.code }
      context.observe({ kind: 'parked', ...labels, ...failure })
      context.log.warn({ ...labels, ...failure, run: parking.failure.runs }, 'a message was parked')
    } else {
      context.observe({ kind: 'duplicate', ...labels, eventType: parking.parked.eventType ?? '' })
    }
    return acknowledge(context, arrival)
  })
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
      const order: CopyOrder = { reason: 'busy', text: messageOf(error), run }
      return copyAndAcknowledge(context, arrival, busySince === undefined ? order : { ...order, busySince })
    }
  }
}

/** Returns a delivery as it was: it has not run, or the database is away. */
export async function handBack<Tx>(context: QueueContext<Tx>, arrival: Arrival): Promise<Settled> {
  // First of all: where the database is away, the next step takes its time.
  arrival.delivery.handBack()
  await endAttempt(context, arrival, withdrawAttempts)
  return 'done'
}

async function settleMismatch<Tx>(context: QueueContext<Tx>, item: Item): Promise<Settled> {
  if (context.group.onMismatch === 'skip') {
    context.observe({ kind: 'mismatch-skipped', ...labelsOf(context, item) })
    return acknowledge(context, item)
  }
  return parkAndAcknowledge(
    context,
    item,
    parkingOf(context, item, {
      class: 'mismatch',
      code: 'same-key-other-payload',
      message: 'the business key was seen before with another payload',
      runs: item.copy.run,
    }),
  )
}

async function settleFailed<Tx>(context: QueueContext<Tx>, item: Item, failed: Failed): Promise<Settled> {
  const { run } = item.copy
  const text = messageOf(failed.error)
  if (failed.class === 'business' || run >= context.queue.retry.attempts) {
    const failureClass = failed.class === 'business' ? 'business' : 'attempts-exhausted'
    const note: FailureNote = { class: failureClass, code: failed.code, message: text, runs: run }
    const parking = parkingOf(context, item, note)
    return parkAndAcknowledge(
      context,
      item,
      failed.replayOf === undefined ? parking : { ...parking, replayOf: failed.replayOf },
    )
  }
  return copyAndAcknowledge(context, item, {
    reason: 'system',
    text: `${failed.code}: ${text}`,
    run: run + 1,
    ...(failed.replayOf === undefined ? {} : { replayId: failed.replayOf }),
  })
}

/** Somebody else holds the key. The wait is not counted, but it has an end, measured by the database's clock. */
async function settleBusy<Tx>(context: QueueContext<Tx>, item: Item, error: unknown): Promise<Settled> {
  return guarded(context, item, async () => {
    const clock = await context.database.query<{ now: number }>(
      `select (extract(epoch from clock_timestamp()) * 1000)::double precision as now`,
    )
    const now = Math.round(clock.rows[0]?.now ?? 0)
    const busySince = item.copy.busySince ?? now
    if (now - busySince > context.timeouts.busyForMs) {
      return settleFailed(context, item, { kind: 'failed', class: 'system', code: 'busy', error })
    }
    const { run } = item.copy
    return copyAndAcknowledge(context, item, { reason: 'busy', text: messageOf(error), run, busySince })
  })
}

/** Nothing is known, so nothing is written; a copy finds out, since no redelivery comes by itself. */
async function settleUnknown<Tx>(context: QueueContext<Tx>, item: Item, error: unknown): Promise<Settled> {
  context.observe({ kind: 'commit-unknown', group: context.group.group, queue: context.queue.name })
  const unknownCommits = item.copy.unknownCommits + 1
  if (unknownCommits >= UNKNOWN_COMMITS) {
    return settleFailed(context, item, { kind: 'failed', class: 'system', code: 'commit-unknown', error })
  }
  const { run } = item.copy
  return copyAndAcknowledge(context, item, { reason: 'commit-unknown', text: messageOf(error), run, unknownCommits })
}

async function settleEnvironment<Tx>(context: QueueContext<Tx>, item: Item, error: unknown): Promise<Settled> {
  const verdict = await context.breaker.judge(error, faultKey(item))
  if (verdict === 'environment') return handBack(context, item)
  return settleFailed(context, item, { kind: 'failed', class: 'system', code: 'connection-lost', error })
}

async function copyAndAcknowledge<Tx>(context: QueueContext<Tx>, arrival: Arrival, order: CopyOrder): Promise<Settled> {
  // Its channel is gone, so the broker delivers the original again: a copy would only be one more.
  if (!arrival.delivery.open) return acknowledge(context, arrival)
  try {
    await sendCopy(context, arrival, order)
  } catch (error) {
    if (error instanceof PublishOutcomeUnknownError || context.stopping.aborted) return handBack(context, arrival)
    throw error
  }
  context.observe({
    kind: 'retried',
    group: context.group.group,
    queue: context.queue.name,
    reason: order.reason,
    run: order.run,
  })
  return acknowledge(context, arrival)
}

async function acknowledge<Tx>(context: QueueContext<Tx>, arrival: Arrival): Promise<Settled> {
  if (!arrival.delivery.ack()) {
    // Harmless after a commit: the broker delivers again, and the record makes it a duplicate.
    context.observe({ kind: 'ack-lost', group: context.group.group, queue: context.queue.name })
  }
  await endAttempt(context, arrival, finishAttempts)
  return 'done'
}

async function endAttempt<Tx>(
  context: QueueContext<Tx>,
  arrival: Arrival,
  end: (context: QueueContext<Tx>, content: Buffer) => Promise<void>,
): Promise<void> {
  if (!arrival.attempted) return
  try {
    await end(context, arrival.delivery.message.content)
  } catch (error) {
    // The row then stays unfinished: at worst the message runs alone once more.
    context.log.warn({ queue: context.queue.name, error }, 'the end of an attempt could not be written down')
  }
}

function parkingOf<Tx>(context: QueueContext<Tx>, item: Item, failure: FailureNote): Parking {
  const { message } = item.delivery
  const { exchange, routingKey } = item.copy
  const { eventType } = item.decoded.descriptor
  return { failure, parked: { message, exchange, routingKey, queue: context.queue.name, eventType, item } }
}

function labelsOf<Tx>(
  context: QueueContext<Tx>,
  item: Item,
): { readonly group: string; readonly queue: string; readonly eventType: string } {
  return { group: context.group.group, queue: context.queue.name, eventType: item.decoded.descriptor.eventType }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Names the message for the breaker, which counts how many different ones fail. */
function faultKey(arrival: Arrival): string {
  return bodyHash(arrival.delivery.message.content).toString('hex')
}
