// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { classify, sqlState } from '../database/classify.js'
import { DeclaredError } from '../errors.js'
import type { GroupDescriptor, HandlerContext, MessageShape, OpenTransaction } from '../types.js'
import type { Failed, Item } from './item.js'
import { describeThrown, readable, serverState } from './thrown.js'

/** A user's handler, bound to the object it was given in. */
export type BoundHandler<Tx> = (payload: unknown, context: HandlerContext<MessageShape, Tx>) => Promise<void>

export type HandlerResult =
  | { readonly kind: 'done'; readonly durationMs: number }
  | Failed
  /** Serialization failure or deadlock: the same transaction may succeed at once. */
  | { readonly kind: 'retry-now'; readonly error: unknown }
  | { readonly kind: 'environment'; readonly error: unknown }
  /**
   * The handler is still running somewhere: its connection must be destroyed, not returned. `unanswered`: it waits for
   * the database, which may be gone without a word.
   */
  | { readonly kind: 'timed-out'; readonly failed: Failed; readonly unanswered: boolean }
  | { readonly kind: 'aborted' }

interface HandlerRun<Tx> {
  readonly item: Item
  readonly transaction: OpenTransaction<Tx>
  readonly handler: BoundHandler<Tx>
  readonly group: GroupDescriptor
  /** Aborted when the consumer has to end now. */
  readonly stopping: AbortSignal
}

/**
 * Runs one handler to its end or its deadline and says what came of it. Nothing is committed here: if the process dies
 * at any line, the transaction rolls back and the delivery returns.
 */
export async function runHandler<Tx>(run: HandlerRun<Tx>): Promise<HandlerResult> {
  // The claim may have waited past the end of the consumer.
  if (run.stopping.aborted) return { kind: 'aborted' }
  const scope = run.transaction.handlerScope()
  const over = new AbortController()
  const startedAt = performance.now()
  const working = callHandler(run, scope.tx, over.signal)
  const ended = await firstOf(working, run.group.handlerTimeoutMs, run.stopping)
  const openQueries = scope.openQueries()
  scope.revoke()

  if (ended.kind === 'deadline') {
    const error = new Error(`the handler did not end within ${run.group.handlerTimeoutMs} ms`)
    over.abort(error)
    const failed: Failed = { kind: 'failed', class: 'system', code: 'handler-timeout', error }
    return { kind: 'timed-out', failed, unanswered: openQueries > 0 }
  }
  if (ended.kind === 'stopping') {
    over.abort(new Error('the consumer is stopping'))
    return { kind: 'aborted' }
  }
  return judge({ ended, sqlFailure: scope.failure(), openQueries, group: run.group, startedAt })
}

async function callHandler<Tx>(run: HandlerRun<Tx>, tx: Tx, signal: AbortSignal): Promise<void> {
  const { decoded, copy, delivery } = run.item
  // The descriptors that the types were emitted from are the ones that the message was checked against.
  await run.handler(decoded.payload, {
    tx,
    businessKey: decoded.businessKey,
    messageId: decoded.messageId,
    ...decoded.replies,
    headers: decoded.headers,
    parameters: decoded.parameters,
    run: copy.run,
    redelivered: delivery.message.fields.redelivered,
    signal,
  } as HandlerContext<MessageShape, Tx>)
}

type Ended =
  | { readonly kind: 'returned' }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'deadline' }
  | { readonly kind: 'stopping' }

function firstOf(working: Promise<void>, timeoutMs: number, stopping: AbortSignal): Promise<Ended> {
  return new Promise((resolve) => {
    const onStopping = (): void => end({ kind: 'stopping' })
    const timer = setTimeout(() => end({ kind: 'deadline' }), timeoutMs)
    function end(ended: Ended): void {
      clearTimeout(timer)
      stopping.removeEventListener('abort', onStopping)
      resolve(ended)
    }
    if (stopping.aborted) onStopping()
    stopping.addEventListener('abort', onStopping)
    working.then(
      () => end({ kind: 'returned' }),
      (error: unknown) => end({ kind: 'threw', error: readable(error) }),
    )
  })
}

interface Evidence {
  readonly ended: { readonly kind: 'returned' } | { readonly kind: 'threw'; readonly error: unknown }
  /** The first statement that failed and was not undone by a savepoint. */
  readonly sqlFailure: unknown
  readonly openQueries: number
  readonly group: GroupDescriptor
  readonly startedAt: number
}

function judge({ ended, sqlFailure, openQueries, group, startedAt }: Evidence): HandlerResult {
  // What the database said first counts more than what the handler made of it: a lost connection that comes out as
  // a business error would park a message for nothing.
  const said = sqlFailure === undefined ? undefined : classify(sqlFailure, 'handler')
  if (said === 'retry-now' || said === 'environment') return { kind: said, error: sqlFailure }

  if (ended.kind === 'threw') return judgeThrown(ended.error, sqlFailure, group)
  if (sqlFailure !== undefined) {
    const state = sqlState(sqlFailure)
    const code = state ?? 'statement-failed'
    return { kind: 'failed', class: 'system', code, error: sqlFailure, isSchemaFault: isSchemaFault(state) }
  }
  if (openQueries > 0) {
    const error = new Error('the handler returned while a statement was still running: await every `tx.query`')
    return { kind: 'failed', class: 'system', code: 'query-not-awaited', error }
  }
  return { kind: 'done', durationMs: performance.now() - startedAt }
}

function judgeThrown(error: unknown, sqlFailure: unknown, group: GroupDescriptor): HandlerResult {
  if (error instanceof DeclaredError && typeof error.code === 'string') {
    return { kind: 'failed', class: classOf(error.code, group), code: error.code, error }
  }
  // A savepoint may have undone the statement; what the database said of it is still the reason.
  const state = serverState(error) ?? (sqlFailure === undefined ? undefined : sqlState(sqlFailure))
  if (state !== undefined && isDeadlock(state)) return { kind: 'retry-now', error }
  const code = state ?? describeThrown(error).code
  const failureClass = state !== undefined && isNotBusiness(state) ? 'system' : group.errors.default
  return { kind: 'failed', class: failureClass, code, error, isSchemaFault: isSchemaFault(state) }
}

function classOf(code: string, { errors }: GroupDescriptor): Failed['class'] {
  if (errors.business.includes(code)) return 'business'
  return errors.system.includes(code) ? 'system' : errors.default
}

function isDeadlock(state: string): boolean {
  return state === '40001' || state === '40P01'
}

function isSchemaFault(state: string | undefined): boolean {
  return state?.startsWith('42') === true
}

/**
 * Timeouts, an aborted transaction, a server that is away or full and statements that it does not understand say
 * nothing about the business, whatever the group's default.
 */
function isNotBusiness(state: string): boolean {
  return (
    /^(?:08|42|53|57|58)/.test(state) ||
    state === '25006' ||
    state === '25P02' ||
    state === '25P03' ||
    state === '55P03'
  )
}
