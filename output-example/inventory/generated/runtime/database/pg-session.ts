// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { sqlState } from './classify.js'
import { DatabaseConnectionError } from './connection-error.js'
import { destroySocket } from './pg-socket.js'

export interface Answer<Row extends object = Record<string, unknown>> {
  /** The command tag of the last statement, `COMMIT`, `INSERT`. */
  readonly command: string
  readonly rows: readonly Row[]
  readonly rowCount: number
}

/** A connection that is ours until it is released or destroyed. */
export interface Session {
  /** Whether statements may be sent before earlier ones are answered. */
  readonly pipelined: boolean
  /** Whether it has ended: nothing can be sent any more. */
  readonly lost: boolean
  /** Sends one statement by the extended protocol, in which the server refuses a second one behind a `;`. */
  statement<Row extends object>(text: string, values: readonly unknown[]): Promise<Answer<Row>>
  /** Sends our own text, of several statements perhaps, by the simple protocol. */
  script(text: string, answerMs?: number): Promise<Answer>
  /** Returns the connection to the pool. */
  release(): void
  /** Closes the socket at once; nothing once it was given back. */
  destroy(): void
}

export interface SessionLimits {
  /** How long to wait for a connection. */
  readonly waitMs: number
  /** How long a server may be silent before it is taken for lost: a dead network says nothing, for hours. */
  readonly answerMs: number
}

/** Takes a connection from the pool. Rejects with `DatabaseConnectionError`. */
export async function openSession(pool: Pool, limits: SessionLimits): Promise<Session> {
  const client = await connect(pool, limits.waitMs)
  let lostBy: Error | undefined
  let returned = false
  const noteLoss = (error: Error): void => {
    lostBy ??= error
  }
  // Without a listener the loss of a connection would end the process.
  client.on('error', noteLoss)
  return {
    pipelined: client.pipeline === true,
    get lost() {
      return lostBy !== undefined || returned
    },
    statement<Row extends object>(text: string, values: readonly unknown[]) {
      const query: ExtendedQuery = { text, values: [...values], queryMode: 'extended' }
      return send<Row>(query)
    },
    script: (text, answerMs) => send({ text }, answerMs),
    release: () => giveBack(false),
    destroy() {
      if (returned) return
      destroySocket(client)
      giveBack(true)
    },
  }

  function send<Row extends object>(query: QueryConfig, answerMs = limits.answerMs): Promise<Answer<Row>> {
    // By now the connection may be somebody else's.
    if (returned) return Promise.reject(lossOf(new Error('it was given back')))
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        noteLoss(new Error(`no answer within ${answerMs} ms`))
        destroySocket(client)
        reject(lossOf(lostBy))
      }, answerMs)
      const settle = (): void => clearTimeout(timer)
      client
        .query<Row>(query)
        .finally(settle)
        .then(
          (result) => resolve(answerOf(result)),
          (error: unknown) => reject(explain(error)),
        )
    })
  }

  /** The driver reports a lost connection in several words and no code; the event before tells it from other errors. */
  function explain(error: unknown): unknown {
    const state = sqlState(error)
    if (state === undefined) return lostBy !== undefined || returned ? lossOf(lostBy ?? error) : error
    // The server's last words on this connection; the socket may look open for a while.
    if (error instanceof Error && (state.startsWith('57P') || state === '25P03')) noteLoss(error)
    return error
  }

  function giveBack(destroyed: boolean): void {
    if (returned) return
    returned = true
    client.release(destroyed)
    // The pool listens again by now.
    client.removeListener('error', noteLoss)
  }
}

/** The server parses one statement only. Missing in the driver's types. */
interface ExtendedQuery extends QueryConfig {
  readonly queryMode: 'extended'
}

async function connect(pool: Pool, waitMs: number): Promise<PoolClient> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(poolTimeout(pool, waitMs)), waitMs)
  })
  const connecting = pool.connect()
  try {
    return await Promise.race([tooLate, connecting])
  } catch (error) {
    // One that comes late is returned: nobody else knows of it.
    connecting.then(
      (client) => client.release(),
      () => {},
    )
    if (error instanceof DatabaseConnectionError) throw error
    throw new DatabaseConnectionError('connect-failed', `cannot connect to the database: ${reasonOf(error)}`, error)
  } finally {
    clearTimeout(timer)
  }
}

function poolTimeout(pool: Pool, waitMs: number): DatabaseConnectionError {
  const why =
    pool.waitingCount > 0 ? `all ${pool.totalCount} of the pool are in use` : 'the server did not answer the connect'
  return new DatabaseConnectionError('pool-timeout', `no database connection within ${waitMs} ms: ${why}`)
}

/** Several addresses tried at once fail as an error without a message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

function lossOf(cause: unknown): DatabaseConnectionError {
  return new DatabaseConnectionError('connection-lost', `the database connection was lost: ${reasonOf(cause)}`, cause)
}

function answerOf<Row extends object>(result: QueryResult<Row> | readonly QueryResult<Row>[]): Answer<Row> {
  // A script of several statements is answered by a list, whatever the driver's types say.
  const last = Array.isArray(result) ? (result as readonly QueryResult<Row>[]).at(-1) : (result as QueryResult<Row>)
  return { command: last?.command ?? '', rows: last?.rows ?? [], rowCount: last?.rowCount ?? 0 }
}
