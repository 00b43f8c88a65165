import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pgDatabase } from '../../templates/runtime/database.js'
import { ConfigurationError } from '../../templates/runtime/errors.js'
import type { Database, OpenTransaction, Transaction } from '../../templates/runtime/types.js'
import { createTestDatabase, type TestDatabase } from '../support/database.js'
import { backendOf, faultOf, notesOf, timeouts, write } from './sample-database.js'

let server: TestDatabase
const { notes } = notesOf(() => server)

beforeAll(async () => {
  server = await createTestDatabase()
  await server.pool.query('create table note (text text not null)')
})
afterAll(() => server.drop())

describe.each([{ pipeline: true }, { pipeline: false }])('with $pipeline pipelining', ({ pipeline }) => {
  let database: Database<Transaction>

  const connectTo = (config: pg.PoolConfig = {}): Database<Transaction> =>
    pgDatabase({ connectionString: server.url, max: 1, pipeline, ...config })

  beforeEach(async () => {
    await server.pool.query('truncate note')
    database = connectTo()
  })
  afterEach(() => database.close())

  describe('a transaction', () => {
    const settings = async (transaction: OpenTransaction<Transaction>): Promise<unknown> => {
      const names = [
        'transaction_isolation',
        'synchronous_commit',
        'lock_timeout',
        'statement_timeout',
        'idle_in_transaction_session_timeout',
      ]
      const values = []
      for (const name of names) {
        const { rows } = await transaction.query(`show ${name}`)
        values.push(Object.values(rows[0] ?? {})[0])
      }
      return values
    }

    test('has its timeouts, and leaves none behind', async () => {
      const pool = new pg.Pool({ connectionString: server.url, max: 1, pipeline })
      const given = pgDatabase(pool)
      const shown = async (): Promise<unknown> =>
        (
          await pool.query(
            "select pg_backend_pid() as pid, string_agg(setting, ' ' order by name) as set from pg_settings where name like '%\\_timeout'",
          )
        ).rows
      const before = await shown()
      const transaction = await given.begin({ lockMs: 1_001, statementMs: 5_001, idleMs: 10_001 })
      expect(await settings(transaction)).toEqual(['read committed', 'on', '1001ms', '5001ms', '10001ms'])
      expect(await transaction.commit()).toBe('COMMIT')
      expect(await shown()).toEqual(before)
      await given.close()
      await pool.end()
    })

    test.each([
      ['off', 'on'],
      ['local', 'local'],
      ['remote_apply', 'remote_apply'],
    ])('of a role with REPEATABLE READ and synchronous_commit %s is READ COMMITTED and %s', async (set, expected) => {
      const options = `-c default_transaction_isolation=repeatable\\ read -c synchronous_commit=${set}`
      const other = connectTo({ options })
      const transaction = await other.begin(timeouts)
      expect(await settings(transaction)).toEqual(['read committed', expected, '1s', '5s', '10s'])
      await transaction.rollback()
      await other.close()
    })

    test('with a timeout that is none is refused', async () => {
      for (const lockMs of [0, -1, 1.5, Number.NaN, 2 ** 31]) {
        await expect(database.begin({ ...timeouts, lockMs })).rejects.toThrow(ConfigurationError)
      }
    })

    test('sees what others have committed since it began', async () => {
      const transaction = await database.begin(timeouts)
      await transaction.query('select 1')
      await server.pool.query("insert into note values ('meanwhile')")
      expect((await transaction.query('select * from note')).rowCount).toBe(1)
      await transaction.rollback()
    })

    test('that is rolled back leaves nothing, and its connection is used again', async () => {
      const first = await database.begin(timeouts)
      const pid = await backendOf(first)
      await write(first, 'undone')
      await first.rollback()
      const second = await database.begin(timeouts)
      expect(await backendOf(second)).toBe(pid)
      await second.rollback()
      expect(await notes()).toEqual([])
    })

    test('that failed is rolled back the same', async () => {
      const first = await database.begin(timeouts)
      await expect(first.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
      await first.rollback()
      const second = await database.begin(timeouts)
      await write(second, 'kept')
      expect(await second.commit()).toBe('COMMIT')
      expect(await notes()).toEqual(['kept'])
    })

    test('ends once: a second commit is an error, anything else after the end does nothing', async () => {
      const transaction = await database.begin(timeouts)
      const pid = await backendOf(transaction)
      await write(transaction, 'kept')
      expect(await transaction.commit()).toBe('COMMIT')
      await expect(transaction.commit()).rejects.toThrow('the transaction has ended')
      await expect(write(transaction, 'late')).rejects.toThrow('the transaction has ended')
      await transaction.rollback()
      transaction.destroy()
      expect(await notes()).toEqual(['kept'])
      // The connection has been given back, once and unharmed.
      const next = await database.begin(timeouts)
      expect(await backendOf(next)).toBe(pid)
      expect(await next.commit()).toBe('COMMIT')
    })
  })

  describe('COMMIT', () => {
    test('of an aborted transaction answers ROLLBACK', async () => {
      const transaction = await database.begin(timeouts)
      await write(transaction, 'lost')
      await transaction.query('select 1 / 0').catch(() => {})
      expect(await transaction.commit()).toBe('ROLLBACK')
      expect(await notes()).toEqual([])
    })

    test('that a deferred constraint refuses is a failure of the message, and the connection is used again', async () => {
      await server.pool.query('create table if not exists one (id int primary key deferrable initially deferred)')
      const transaction = await database.begin(timeouts)
      const pid = await backendOf(transaction)
      await transaction.query('insert into one values (1), (1)')
      const commit = transaction.commit()
      expect(await faultOf(commit, 'commit')).toBe('system')
      await expect(commit).rejects.toMatchObject({ code: '23505' })
      const next = await database.begin(timeouts)
      expect(await backendOf(next)).toBe(pid)
      await next.rollback()
    })
  })
})
