// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { Pool } from 'pg'
import { ConfigurationError } from '../errors.js'
import type { OpenTransaction, Query, QueryResult, Transaction, TransactionTimeouts } from '../types.js'
import { classify, sqlState } from './classify.js'
import { DatabaseConnectionError } from './connection-error.js'
import { openSession, type Session } from './pg-session.js'
import { createHandlerScope } from './transaction-scope.js'

/** The server cancels a statement by its own timeout; when it has not said so by then, nobody is there. */
const SILENCE_MS = 5_000
/** ROLLBACK has nothing to wait for: a server that does not answer it is lost. */
const ROLLBACK_MS = 5_000

/**
 * Opens a transaction. With a pipelined connection BEGIN is on its way and not yet answered when this resolves; the
 * first statement then takes no trip of its own, and reports BEGIN's failure as its own.
 *
 * If the process dies at any line here or later, the server finds the socket closed and rolls back.
 */
export async function beginTransaction(
  pool: Pool,
  waitMs: number,
  timeouts: TransactionTimeouts,
): Promise<OpenTransaction<Transaction>> {
  const preamble = preambleFor(timeouts)
  const session = await openSession(pool, { waitMs, answerMs: timeouts.statementMs + SILENCE_MS })
  const begun = session.script(preamble)
  begun.catch(() => {})
  if (!session.pipelined) {
    try {
      await begun
    } catch (error) {
      session.destroy()
      throw error
    }
  }
  return openTransaction(session, begun)
}

/**
 * READ COMMITTED whatever the role's default: the second SELECT of a claim has to see what another transaction has
 * committed meanwhile. Timeouts are local to the transaction, so that pgbouncer can share the connection. An
 * asynchronous commit could be lost in a crash after its message was acknowledged, so it is turned on where it is off,
 * and left where a stronger level is set.
 */
function preambleFor({ lockMs, statementMs, idleMs }: TransactionTimeouts): string {
  return [
    'begin isolation level read committed',
    `set local lock_timeout = ${milliseconds('lock', lockMs)}`,
    `set local statement_timeout = ${milliseconds('statement', statementMs)}`,
    `set local idle_in_transaction_session_timeout = ${milliseconds('idle', idleMs)}`,
    "select set_config('synchronous_commit', 'on', true) where current_setting('synchronous_commit') = 'off'",
  ].join(';')
}

/** 0 would mean no timeout to PostgreSQL. */
function milliseconds(name: string, value: number): number {
  if (Number.isInteger(value) && value > 0 && value < 2 ** 31) return value
  throw new ConfigurationError('timeout-invalid', `the ${name} timeout is ${value}: give whole milliseconds above 0`)
}

function openTransaction(session: Session, begun: Promise<unknown>): OpenTransaction<Transaction> {
  let ended = false
  const query: Query = async <Row extends object>(text: string, values: readonly unknown[] = []) => {
    if (ended) throw new Error('the transaction has ended: open another one')
    const answer = session.statement<Row>(text, values)
    return afterBegin(answer)
  }
  return {
    query,
    handlerScope: () => createHandlerScope(query),
    async commit() {
      if (ended) throw new Error('the transaction has ended and cannot be committed')
      ended = true
      return commit(session, begun)
    },
    async rollback() {
      if (ended) return
      ended = true
      await rollback(session)
    },
    destroy() {
      ended = true
      session.destroy()
    },
  }

  async function afterBegin<Row extends object>(answer: Promise<QueryResult<Row>>): Promise<QueryResult<Row>> {
    // Should BEGIN fail, this is what to report; the statement's own failure follows from it.
    answer.catch(() => {})
    await begun
    return answer
  }
}

async function commit(session: Session, begun: Promise<unknown>): Promise<string> {
  try {
    await begun
    // Known before COMMIT is sent: the transaction is certainly undone.
    if (session.lost) throw new DatabaseConnectionError('connection-lost', 'the connection was lost before COMMIT')
  } catch (error) {
    session.destroy()
    throw error
  }
  let tag: string
  try {
    tag = (await session.script('commit')).command
  } catch (error) {
    if (!isRefusal(error)) {
      session.destroy()
      throw new DatabaseConnectionError('commit-unanswered', 'the connection was lost during COMMIT', error)
    }
    await rollback(session)
    throw error
  }
  if (tag === 'COMMIT' || tag === 'ROLLBACK') session.release()
  else session.destroy()
  return tag
}

/** Whether the server has said that it did not commit. A session that it ends, or a fault within it, leaves that open. */
function isRefusal(error: unknown): boolean {
  if (error instanceof DatabaseConnectionError) return false
  const state = sqlState(error)
  if (state === undefined || state.startsWith('XX') || state.startsWith('58')) return false
  return classify(error, 'commit') !== 'unknown-commit'
}

/** Never rejects. The connection goes back only when the server has confirmed: else the next one gets this transaction. */
async function rollback(session: Session): Promise<void> {
  try {
    const { command } = await session.script('rollback', ROLLBACK_MS)
    if (command === 'ROLLBACK') session.release()
    else session.destroy()
  } catch {
    session.destroy()
  }
}
