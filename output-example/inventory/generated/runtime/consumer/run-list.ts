// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { setTimeout as pause } from 'node:timers/promises'
import { classify, sqlState } from '../database/classify.js'
import type { OpenTransaction } from '../types.js'
import { countRepeat, findReplayed, resolveFailure } from './failures.js'
import type { Failed, Item, Outcome } from './item.js'
import type { QueueContext } from './queue-context.js'
import { adoptFailed, claim, type RecordScope, readRecords, sameContent } from './records.js'
import { type HandlerResult, runHandler } from './run-handler.js'

/** Serialization failures and deadlocks are tried again at once, so often at most, before they count as a failure. */
const RETRIES_AT_ONCE = 5

/**
 * Handles the items in one transaction: claims their keys, runs the handlers of those that are new, one after the
 * other, and commits. Where one fails, the transaction is rolled back and each item gets its own.
 *
 * Nothing is acknowledged here. If the process dies before the COMMIT has arrived, PostgreSQL rolls back and the
 * deliveries return; if it dies after, they return too and meet their records.
 */
export async function runList<Tx>(context: QueueContext<Tx>, items: readonly Item[]): Promise<readonly Outcome[]> {
  for (let attempt = 0; ; attempt += 1) {
    const result = await runOnce(context, items)
    if (result.kind === 'outcomes') return result.outcomes
    if (result.kind === 'one-each' && items.length > 1) {
      const outcomes: Outcome[] = []
      for (const item of items) outcomes.push(...(await runList(context, [item])))
      return outcomes
    }
    if (attempt === RETRIES_AT_ONCE) return items.map(() => systemFailure(result.error))
    await pause(Math.random() * 20 * 2 ** attempt)
  }
}

type ListResult =
  | { readonly kind: 'outcomes'; readonly outcomes: readonly Outcome[] }
  | { readonly kind: 'again' | 'one-each'; readonly error: unknown }

async function runOnce<Tx>(context: QueueContext<Tx>, items: readonly Item[]): Promise<ListResult> {
  const { lockMs, statementMs, idleMs } = context.timeouts
  let transaction: OpenTransaction<Tx>
  try {
    transaction = await context.database.begin({ lockMs, statementMs, idleMs })
  } catch (error) {
    return refused(items, error)
  }

  let verdicts: readonly Verdict[]
  try {
    verdicts = await claimItems(context, transaction, items)
  } catch (error) {
    await transaction.rollback()
    return refused(items, error)
  }

  const outcomes: Outcome[] = []
  for (const { item, claimed, outcome, replayOf } of verdicts) {
    if (!claimed) {
      outcomes.push(outcome)
      continue
    }
    const result = await handle(context, transaction, item)
    if (result.kind === 'done') outcomes.push({ kind: 'processed', durationMs: result.durationMs })
    else return undo(transaction, items, result, replayOf)
  }
  const result = await commit(context, transaction, outcomes, items)
  // Of a list of one; a replay has no neighbours.
  const replayOf = verdicts[0]?.replayOf
  return replayOf === undefined ? result : ofReplay(result, replayOf)
}

/** Whatever comes of a replay, its row is to be found again. */
function ofReplay(result: ListResult, replayOf: string): ListResult {
  if (result.kind !== 'outcomes') return result
  const outcomes = result.outcomes.map((outcome): Outcome => {
    const mayRunAgain = outcome.kind === 'failed' || outcome.kind === 'environment' || outcome.kind === 'commit-unknown'
    return mayRunAgain ? { ...outcome, replayOf } : outcome
  })
  return { kind: 'outcomes', outcomes }
}

type Verdict =
  | { readonly item: Item; readonly claimed: true; readonly outcome?: never; readonly replayOf: string | undefined }
  | { readonly item: Item; readonly claimed: false; readonly outcome: Outcome; readonly replayOf?: never }

async function claimItems<Tx>(
  context: QueueContext<Tx>,
  transaction: OpenTransaction<Tx>,
  items: readonly Item[],
): Promise<readonly Verdict[]> {
  const scope = recordScope(context, transaction)
  const retentionMs = context.group.retentionMs.processed
  const ours = await claim(scope, items, { status: 'SUCCEEDED', retentionMs })
  const verdicts: Verdict[] = []
  for (const item of items) {
    const won = item.decoded.keys.every((key) => ours.has(key))
    verdicts.push(won ? await claimedNew(scope, item) : await meetRecord(context, scope, item))
  }
  return verdicts
}

async function claimedNew(scope: RecordScope, item: Item): Promise<Verdict> {
  const replayOf = item.copy.replayId === undefined ? undefined : await findReplayed(scope, item, 'absorb')
  if (replayOf !== undefined) await resolveFailure(scope, replayOf)
  return { item, claimed: true, replayOf }
}

/** The key is taken: what its record says of this message. */
async function meetRecord<Tx>(context: QueueContext<Tx>, scope: RecordScope, item: Item): Promise<Verdict> {
  for (;;) {
    const records = await readRecords(scope, item.decoded.keys, 'no lock')
    const record = records[0]
    if (record === undefined) {
      // Cleaned up, or rolled back with a failure, between the two statements.
      const ours = await claim(scope, [item], { status: 'SUCCEEDED', retentionMs: context.group.retentionMs.processed })
      if (ours.size > 0) return claimedNew(scope, item)
      continue
    }
    if (record.status === 'FAILED') return meetFailed(context, scope, item)
    if (!sameContent(record, item)) return { item, claimed: false, outcome: { kind: 'mismatch' } }
    const replayed = item.copy.replayId === undefined ? undefined : await findReplayed(scope, item, 'absorb')
    if (replayed !== undefined) await resolveFailure(scope, replayed)
    return { item, claimed: false, outcome: { kind: 'duplicate' } }
  }
}

/** The message, or another under its key, was parked. Only a replay may run; anything else is counted or set aside. */
async function meetFailed<Tx>(context: QueueContext<Tx>, scope: RecordScope, item: Item): Promise<Verdict> {
  // Locked before the failure row, in the order in which parking locks them.
  const [record] = await readRecords(scope, item.decoded.keys, 'for update')
  if (record === undefined || record.status !== 'FAILED') return meetRecord(context, scope, item)
  const replayOf = await findReplayed(scope, item, context.group.onRepublish)
  if (replayOf !== undefined && (await adoptFailed(scope, item, context.group.retentionMs.processed))) {
    await resolveFailure(scope, replayOf)
    return { item, claimed: true, replayOf }
  }
  if (!sameContent(record, item)) return { item, claimed: false, outcome: { kind: 'mismatch' } }
  await countRepeat(scope, item)
  return { item, claimed: false, outcome: { kind: 'duplicate' } }
}

async function handle<Tx>(
  context: QueueContext<Tx>,
  transaction: OpenTransaction<Tx>,
  item: Item,
): Promise<HandlerResult> {
  try {
    const handler = context.handlers.get(item.decoded.name)
    if (handler === undefined) throw new Error(`no handler for the message ${item.decoded.name}`)
    return await runHandler({ item, transaction, handler, group: context.group, stopping: context.stopping })
  } catch (error) {
    // A fault of ours: the transaction must not stay open for it.
    return { kind: 'failed', class: 'system', code: 'internal', error }
  }
}

/** A handler failed: nothing of the list stays. */
async function undo<Tx>(
  transaction: OpenTransaction<Tx>,
  items: readonly Item[],
  result: Exclude<HandlerResult, { readonly kind: 'done' }>,
  replayOf: string | undefined,
): Promise<ListResult> {
  if (result.kind === 'timed-out' || result.kind === 'aborted') transaction.destroy()
  else await transaction.rollback()

  if (result.kind === 'aborted') return outcomesFor(items, { kind: 'aborted' })
  if (result.kind === 'retry-now') return { kind: 'again', error: result.error }
  const outcome = result.kind === 'timed-out' ? outcomeOfTimeout(result) : result
  if (items.length > 1) return { kind: 'one-each', error: outcome.error }
  const listed = outcomesFor(items, outcome)
  return replayOf === undefined ? listed : ofReplay(listed, replayOf)
}

/** A network that dies says nothing: whether the handler was slow or the database is away, a probe finds out. */
function outcomeOfTimeout({
  failed,
  unanswered,
}: Extract<HandlerResult, { readonly kind: 'timed-out' }>): Failed | Extract<Outcome, { kind: 'environment' }> {
  return unanswered ? { kind: 'environment', error: failed.error, instead: failed } : failed
}

async function commit<Tx>(
  context: QueueContext<Tx>,
  transaction: OpenTransaction<Tx>,
  outcomes: readonly Outcome[],
  items: readonly Item[],
): Promise<ListResult> {
  let tag: string
  try {
    tag = await transaction.commit()
  } catch (error) {
    const kind = classify(error, 'commit')
    if (kind === 'retry-now') return { kind: 'again', error }
    if (kind === 'environment') return outcomesFor(items, { kind: 'environment', error })
    if (kind === 'unknown-commit') return outcomesFor(items, { kind: 'commit-unknown', error })
    // A deferred constraint speaks at COMMIT; in a list of several it is not known whose.
    return eachAlone(items, systemFailure(error), error)
  }
  if (tag === 'COMMIT') return { kind: 'outcomes', outcomes }
  // PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement failed and somebody swallowed it:
  // an ack now would lose the message.
  context.observe({ kind: 'commit-rolled-back', group: context.group.group, queue: context.queue.name })
  const error = new Error(`COMMIT was answered with ${tag}: a statement of the transaction had failed`)
  return eachAlone(items, { kind: 'failed', class: 'system', code: 'commit-rolled-back', error }, error)
}

/** The transaction could not be opened, or the claim was refused: no handler has run. */
function refused(items: readonly Item[], error: unknown): ListResult {
  const kind = classify(error, 'claim')
  if (kind === 'retry-now') return { kind: 'again', error }
  if (kind === 'environment') return outcomesFor(items, { kind: 'environment', error })
  return eachAlone(items, kind === 'busy' ? { kind: 'busy', error } : systemFailure(error), error)
}

/** Whose fault it was is known of a single item only; several get a transaction each. */
function eachAlone(items: readonly Item[], outcome: Outcome, error: unknown): ListResult {
  return items.length > 1 ? { kind: 'one-each', error } : outcomesFor(items, outcome)
}

function recordScope<Tx>(context: QueueContext<Tx>, transaction: OpenTransaction<Tx>): RecordScope {
  return { query: transaction.query, schema: context.database.schema, group: context.group.group }
}

function outcomesFor(items: readonly Item[], outcome: Outcome): ListResult {
  return { kind: 'outcomes', outcomes: items.map(() => outcome) }
}

function systemFailure(error: unknown): Outcome {
  const state = sqlState(error)
  return {
    kind: 'failed',
    class: 'system',
    code: state ?? 'database',
    error,
    isSchemaFault: state?.startsWith('42') === true,
  }
}
