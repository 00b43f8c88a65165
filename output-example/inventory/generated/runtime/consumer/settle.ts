// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { acknowledge, copyAndAcknowledge, faultKey, guarded, handBack, type Settled } from './end-delivery.js'
import type { Arrival, Failed, FailureNote, Item, Outcome } from './item.js'
import { type Parking, park } from './park.js'
import type { QueueContext } from './queue-context.js'
import { describeThrown } from './thrown.js'

/** The third COMMIT without an answer is no accident of the network any more. */
const UNKNOWN_COMMITS = 3

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
      return settleUnknown(context, item, outcome)
    case 'environment':
      return settleEnvironment(context, item, outcome)
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
    const labels = { group: context.group.group, queue: context.queue.name, eventType: parking.parked.eventType ?? '' }
    if (result.kind === 'parked') {
      const { code, message, runs } = parking.failure
      const failure = { class: result.class, code, id: result.id }
      const { messageId } = arrival.delivery.message.properties
      context.observe({ kind: 'parked', ...labels, ...failure })
      context.log.warn({ ...labels, ...failure, messageId, run: runs, reason: message }, 'a message was parked')
    } else {
      context.observe({ kind: 'duplicate', ...labels })
    }
    return acknowledge(context, arrival)
  })
}

async function settleMismatch<Tx>(context: QueueContext<Tx>, item: Item): Promise<Settled> {
  if (context.group.onMismatch === 'skip') {
    context.observe({ kind: 'mismatch-skipped', ...labelsOf(context, item) })
    return acknowledge(context, item)
  }
  return parkItem(context, item, {
    class: 'mismatch',
    code: 'same-key-other-payload',
    message: 'the business key was seen before with another payload',
    runs: item.copy.run,
  })
}

async function settleFailed<Tx>(context: QueueContext<Tx>, item: Item, failed: Failed): Promise<Settled> {
  const { run } = item.copy
  const { code, replayOf, error } = failed
  const { messageId } = item.decoded
  // With the error itself, for its stack: a failure that only shows when its runs are used up is found too late.
  context.log.warn(
    { ...labelsOf(context, item), messageId, code, run, error },
    `a handler failed: ${failed.class} error`,
  )
  const { message } = describeThrown(failed.error)
  if (failed.class === 'business')
    return parkItem(context, item, { class: 'business', code, message, runs: run }, replayOf)

  const note: FailureNote = { class: 'attempts-exhausted', code, message, runs: run }
  if (run >= context.queue.retry.attempts) return parkItem(context, item, note, replayOf)
  return copyAndAcknowledge(context, item, {
    reason: 'system',
    code,
    text: `${code}: ${message}`,
    run: run + 1,
    replayId: replayOf,
    otherwise: (reason) => parkItem(context, item, { ...note, message: `${message} (no retry: ${reason})` }, replayOf),
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
    const text = describeThrown(error).message
    return copyAndAcknowledge(context, item, { reason: 'busy', code: 'busy', text, run, busySince })
  })
}

/** Nothing is known, so nothing is written; a copy finds out, since no redelivery comes by itself. */
async function settleUnknown<Tx>(
  context: QueueContext<Tx>,
  item: Item,
  { error, replayOf }: Extract<Outcome, { readonly kind: 'commit-unknown' }>,
): Promise<Settled> {
  context.observe({ kind: 'commit-unknown', group: context.group.group, queue: context.queue.name })
  const unknownCommits = item.copy.unknownCommits + 1
  if (unknownCommits >= UNKNOWN_COMMITS) {
    return settleFailed(context, item, { kind: 'failed', class: 'system', code: 'commit-unknown', error, replayOf })
  }
  const { run } = item.copy
  const text = describeThrown(error).message
  return copyAndAcknowledge(context, item, {
    reason: 'commit-unknown',
    code: 'commit-unknown',
    text,
    run,
    unknownCommits,
    replayId: replayOf,
  })
}

async function settleEnvironment<Tx>(
  context: QueueContext<Tx>,
  item: Item,
  { error, instead, replayOf }: Extract<Outcome, { readonly kind: 'environment' }>,
): Promise<Settled> {
  // Several handlers that wait too long for an answer are slow; it takes a probe to make it the database's fault.
  const verdict = await context.breaker.judge(error, instead === undefined ? faultKey(item) : undefined)
  if (verdict === 'environment') return handBack(context, item)
  const failed: Failed = instead ?? { kind: 'failed', class: 'system', code: 'connection-lost', error }
  return settleFailed(context, item, { ...failed, replayOf })
}

async function parkItem<Tx>(
  context: QueueContext<Tx>,
  item: Item,
  failure: FailureNote,
  replayOf?: string,
): Promise<Settled> {
  const { message } = item.delivery
  const { exchange, routingKey } = item.copy
  const { eventType } = item.decoded.descriptor
  const parked = { message, exchange, routingKey, queue: context.queue.name, eventType, item }
  return parkAndAcknowledge(context, item, { failure, parked, replayOf })
}

function labelsOf<Tx>(
  context: QueueContext<Tx>,
  item: Item,
): { readonly group: string; readonly queue: string; readonly eventType: string } {
  return { group: context.group.group, queue: context.queue.name, eventType: item.decoded.descriptor.eventType }
}
