// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { classify } from '../database/classify.js'
import type { Query } from '../types.js'
import {
  countRepeat,
  findReplayed,
  noteMisfit,
  type ParkedMessage,
  refreshFailure,
  resolveFailure,
  writeFailure,
} from './failures.js'
import type { FailureNote, Item } from './item.js'
import type { QueueContext } from './queue-context.js'
import { claim, type RecordScope, readRecords, sameContent } from './records.js'

/** What parking came to. */
export type Parked =
  | { readonly kind: 'parked'; readonly class: FailureNote['class']; readonly id: string }
  /** Meanwhile the message has succeeded, or it had been parked before. */
  | { readonly kind: 'duplicate' }
  /** The record that it differed from is gone: the message is to be claimed again. */
  | { readonly kind: 'claim-again' }

/** What is to be parked, and why. */
export interface Parking {
  readonly parked: ParkedMessage
  readonly failure: FailureNote
  /** The failure row that this message replays. */
  readonly replayOf?: string | undefined
}

/**
 * Writes down that a message will not be processed, in one transaction of its own, before it is acknowledged. If the
 * process dies before the commit, the delivery returns and the message fails again; if after, it returns and counts as
 * a repeat.
 *
 * A row that cannot be written (a text that the database does not store, a value too long, headers nested too deeply
 * for JSON) is written once more in reduced form: a message must never circulate because its failure cannot be described.
 */
export async function park<Tx>(context: QueueContext<Tx>, parking: Parking): Promise<Parked> {
  try {
    return await context.database.transact((query) => decide(context, query, parking, false))
  } catch (error) {
    if (classify(error, 'park') !== 'system') throw error
    return context.database.transact((query) => decide(context, query, parking, true))
  }
}

async function decide<Tx>(
  context: QueueContext<Tx>,
  query: Query,
  parking: Parking,
  reduced: boolean,
): Promise<Parked> {
  const scope: RecordScope = { query, schema: context.database.schema, group: context.group.group }
  const { retentionMs } = context.group
  const { failure, parked } = parking
  const write = async (note: FailureNote): Promise<Parked> => {
    const id = await writeFailure(scope, parked, { ...note, retentionMs: retentionMs.parked, reduced })
    return { kind: 'parked', class: note.class, id }
  }

  if (failure.class === 'poison') {
    const id = await noteMisfit(scope, parking.replayOf, failure)
    return id === undefined ? write(failure) : { kind: 'parked', class: failure.class, id }
  }
  if (parked.item === undefined || failure.class === 'delivery-limit') return write(failure)
  if (failure.class === 'mismatch') return parkMismatch(scope, parked.item, parking, write)
  return parkFailed(scope, parked.item, parking, retentionMs.parked, write)
}

type Write = (note: FailureNote) => Promise<Parked>

/** Business errors, used-up attempts and crash loops leave a FAILED record, so that later copies are absorbed. */
async function parkFailed(
  scope: RecordScope,
  item: Item,
  { failure, replayOf }: Parking,
  retentionMs: number,
  write: Write,
): Promise<Parked> {
  for (;;) {
    const ours = await claim(scope, [item], { status: 'FAILED', retentionMs, code: failure.code })
    if (ours.size > 0) {
      const replayed = await replayedRow(scope, item, replayOf)
      if (replayed === undefined) return write(failure)
      await refreshFailure(scope, replayed, { ...failure, item, retentionMs })
      return { kind: 'parked', class: failure.class, id: replayed }
    }
    // Decided on what is read under the lock: a waiting duplicate may have succeeded, a replay may be under way.
    const [record] = await readRecords(scope, item.decoded.keys, 'for update')
    if (record === undefined) continue
    const replayed = await replayedRow(scope, item, replayOf)
    if (record.status === 'SUCCEEDED' && sameContent(record, item)) {
      if (replayed !== undefined) await resolveFailure(scope, replayed)
      return { kind: 'duplicate' }
    }
    if (replayed !== undefined) {
      const failureClass = record.status === 'SUCCEEDED' ? 'mismatch' : failure.class
      await refreshFailure(scope, replayed, { ...failure, class: failureClass, item })
      return { kind: 'parked', class: failureClass, id: replayed }
    }
    if (!sameContent(record, item)) return write({ ...failure, class: 'mismatch' })
    await countRepeat(scope, item)
    return { kind: 'duplicate' }
  }
}

/** The open row that this item replays: known from its run, or where the database failed before, from its header. */
async function replayedRow(scope: RecordScope, item: Item, replayOf: string | undefined): Promise<string | undefined> {
  if (replayOf === undefined && item.copy.replayId === undefined) return undefined
  return findReplayed(scope, item, 'absorb', replayOf)
}

/** The same key with another payload: the record never changes. */
async function parkMismatch(scope: RecordScope, item: Item, { failure }: Parking, write: Write): Promise<Parked> {
  const [record] = await readRecords(scope, item.decoded.keys, 'for update')
  if (record === undefined) return { kind: 'claim-again' }
  if (sameContent(record, item)) {
    if (record.status === 'FAILED') await countRepeat(scope, item)
    return { kind: 'duplicate' }
  }
  return write(failure)
}
