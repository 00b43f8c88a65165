// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { AsyncLocalStorage } from 'node:async_hooks'
import type { HandlerScope, Query, QueryResult, Transaction } from '../types.js'
import { refusalOf } from './statement.js'

/** What failed between two borders: the handler's own, or those of a savepoint. */
interface Frame {
  failure?: { readonly error: unknown }
}

/**
 * Which savepoint a statement belongs to, told by who sends it and not by when: a statement that another part of the
 * handler sends meanwhile would be undone with the savepoint, though its sender saw it succeed.
 */
const frameOfCaller = new AsyncLocalStorage<Frame>()

/**
 * The transaction as one handler sees it. Statements are sent one at a time, in the order in which they were asked for.
 * Every promise it gives is also watched here, so that one that nobody awaits cannot end the process.
 */
export function createHandlerScope(send: Query): HandlerScope<Transaction> {
  const outermost: Frame = {}
  const frames: Frame[] = [outermost]
  let open = 0
  let savepoints = 0
  let revoked = false
  let previous: Promise<unknown> = Promise.resolve()

  const tx: Transaction = {
    query: (text, values = []) => watched(() => query(text, values)),
    savepoint: (work) => watched(() => savepoint(work)),
  }
  return {
    tx,
    failure: () => outermost.failure?.error,
    openQueries: () => open,
    revoke() {
      revoked = true
    },
  }

  function watched<Result>(work: () => Promise<Result>): Promise<Result> {
    open += 1
    const result = work().finally(() => {
      open -= 1
    })
    result.catch(() => {})
    return result
  }

  async function query<Row extends object>(text: string, values: readonly unknown[]): Promise<QueryResult<Row>> {
    const frame = requireUsable()
    const refusal =
      typeof text === 'string' ? refusalOf(text) : 'tx.query takes the text of one statement and its values'
    if (refusal !== undefined) throw noted(frame, new Error(refusal))
    return inTurn(frame, () => send<Row>(text, values))
  }

  async function savepoint<Result>(work: () => Promise<Result>): Promise<Result> {
    const parent = requireUsable()
    savepoints += 1
    const name = `handler_${savepoints}`
    const frame: Frame = {}
    frames.push(frame)
    try {
      await inTurn(parent, () => send(`savepoint ${name}`))
      return await settle(await outcomeOf(frame, work), { parent, name })
    } finally {
      frames.length = frames.indexOf(frame)
    }
  }

  type Outcome<Result> = { readonly result: Result } | { readonly error: unknown }

  async function outcomeOf<Result>(frame: Frame, work: () => Promise<Result>): Promise<Outcome<Result>> {
    let outcome: Outcome<Result>
    try {
      outcome = { result: await frameOfCaller.run(frame, work) }
    } catch (error) {
      outcome = { error }
    }
    // A statement that the work did not wait for belongs to the savepoint all the same.
    await previous.catch(() => {})
    if (frames.at(-1) !== frame) {
      return { error: noted(outermost, new Error('a savepoint ended while one within it was in progress: await it')) }
    }
    // PostgreSQL has given up the statements since the savepoint, whatever the work made of the error.
    return frame.failure !== undefined && 'result' in outcome ? frame.failure : outcome
  }

  interface Ending {
    readonly parent: Frame
    readonly name: string
  }

  async function settle<Result>(outcome: Outcome<Result>, { parent, name }: Ending): Promise<Result> {
    if ('result' in outcome) {
      await inTurn(parent, () => send(`release savepoint ${name}`))
      return outcome.result
    }
    // What goes wrong here is noted for the frame outside; the work's own error is the one to tell.
    await inTurn(parent, () => send(`rollback to savepoint ${name}`)).catch(() => {})
    await inTurn(parent, () => send(`release savepoint ${name}`)).catch(() => {})
    throw outcome.error
  }

  /** The frame of the caller, which has to be the innermost. */
  function requireUsable(): Frame {
    const caller = frameOfCaller.getStore()
    const frame = caller !== undefined && frames.includes(caller) ? caller : outermost
    if (frame === frames.at(-1)) return frame
    throw noted(outermost, new Error('a savepoint is in progress: await it before the transaction is used elsewhere'))
  }

  /** Waits for the statements before; what was not sent when the scope is revoked never is. */
  async function inTurn<Result>(frame: Frame, work: () => Promise<Result>): Promise<Result> {
    const turn = previous
      .catch(() => {})
      .then(() => {
        if (revoked)
          throw new Error('the transaction is over, by the end of the handler or its deadline: nothing was sent')
        return work()
      })
    previous = turn
    try {
      return await turn
    } catch (error) {
      throw noted(frame, error)
    }
  }
}

function noted<Failure>(frame: Frame, error: Failure): Failure {
  frame.failure ??= { error }
  return error
}
