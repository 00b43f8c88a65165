import { classify, type DatabaseFault, type Phase } from '../../templates/runtime/database/classify.js'
import type { Database, OpenTransaction, Transaction } from '../../templates/runtime/types.js'
import type { TestDatabase } from '../support/database.js'

export const timeouts = { lockMs: 1_000, statementMs: 5_000, idleMs: 10_000 }

/** Closes the database when the work has ended, well or not. */
export async function using(database: Database<Transaction>, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } finally {
    await database.close()
  }
}

/** What a promise was rejected with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  )
}

/** What the failure of a promise means in a phase. */
export async function faultOf(promise: Promise<unknown>, phase: Phase): Promise<DatabaseFault | 'no failure'> {
  try {
    await promise
  } catch (error) {
    return classify(error, phase)
  }
  return 'no failure'
}

/** The server's process of a transaction: the same means the same connection. */
export async function backendOf(transaction: OpenTransaction<Transaction>): Promise<number> {
  const { rows } = await transaction.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** Writes into the table `note`, as a handler would. */
export function write(transaction: OpenTransaction<Transaction>, text: string): Promise<unknown> {
  return transaction.query('insert into note values ($1)', [text])
}

/** What a connection that is none of ours sees. */
export function notesOf(server: () => TestDatabase): {
  readonly notes: () => Promise<readonly string[]>
  readonly isGone: (pid: number) => Promise<boolean>
} {
  return {
    async notes() {
      const { rows } = await server().pool.query<{ text: string }>('select text from note order by text')
      return rows.map((row) => row.text)
    },
    async isGone(pid) {
      return (await server().pool.query('select from pg_stat_activity where pid = $1', [pid])).rowCount === 0
    },
  }
}
