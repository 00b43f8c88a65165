import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSession } from '../../templates/runtime/database/pg-session.js'
import { pgDatabase } from '../../templates/runtime/database.js'
import type { Database, OpenTransaction, Transaction } from '../../templates/runtime/types.js'
import { createTestDatabase, type TestDatabase } from '../support/database.js'
import { startProxy, type TestProxy } from '../support/proxy.js'
import { waitFor } from '../support/wait-for.js'
import { backendOf, faultOf, notesOf, timeouts, write } from './sample-database.js'

let server: TestDatabase
let proxy: TestProxy
const { notes, isGone } = notesOf(() => server)

beforeAll(async () => {
  server = await createTestDatabase()
  const { hostname, port } = new URL(server.url)
  proxy = await startProxy({ host: hostname, port: Number(port || 5432) })
  await server.pool.query('create table note (text text not null)')
})
afterAll(async () => {
  await proxy.close()
  await server.drop()
})

describe.each([{ pipeline: true }, { pipeline: false }])('with $pipeline pipelining', ({ pipeline }) => {
  let database: Database<Transaction>

  const connectTo = (config: pg.PoolConfig = {}): Database<Transaction> =>
    pgDatabase({ connectionString: server.url, max: 1, pipeline, ...config })

  beforeEach(async () => {
    await server.pool.query('truncate note')
    database = connectTo()
  })
  afterEach(() => database.close())

  describe('a COMMIT', () => {
    test('that was sent and not answered is unknown, though it took effect', async () => {
      const cut = connectTo({ connectionString: proxy.urlVia(server.url) })
      const transaction = await cut.begin(timeouts)
      await write(transaction, 'committed')
      const happened = proxy.cutBeforeAnswer({ pattern: 'commit' })
      expect(await faultOf(transaction.commit(), 'commit')).toBe('unknown-commit')
      await happened
      expect(await notes()).toEqual(['committed'])
      await cut.close()
    })

    test('on a connection that is known to be lost is not sent, so nothing is unknown', async () => {
      const transaction = await database.begin(timeouts)
      await write(transaction, 'undone')
      const pid = await backendOf(transaction)
      await server.pool.query('select pg_terminate_backend($1)', [pid])
      // The driver notices on its own: no statement is under way.
      const fault = await waitFor(
        async () => {
          const known = await faultOf(transaction.query('select 1'), 'handler')
          return known !== 'no failure' && known
        },
        { what: 'the driver notices' },
      )
      expect(fault).toBe('environment')
      const commit = transaction.commit()
      await expect(commit).rejects.toMatchObject({ code: 'connection-lost' })
      expect(await faultOf(commit, 'commit')).toBe('environment')
      expect(await notes()).toEqual([])
    })
  })

  describe('a connection that is lost', () => {
    test('in a statement is the environment, and the next one is new', async () => {
      const transaction = await database.begin(timeouts)
      const pid = await backendOf(transaction)
      const sleeping = transaction.query('select pg_sleep(10)')
      sleeping.catch(() => {})
      await waitFor(
        async () => {
          const { rows } = await server.pool.query('select 1 from pg_stat_activity where pid = $1 and query like $2', [
            pid,
            '%pg_sleep%',
          ])
          return rows.length > 0
        },
        { what: 'the statement runs' },
      )
      await server.pool.query('select pg_terminate_backend($1)', [pid])
      await expect(sleeping).rejects.toMatchObject({ code: '57P01' })
      expect(await faultOf(transaction.query('select 1'), 'handler')).toBe('environment')
      await transaction.rollback()
      const next = await database.begin(timeouts)
      expect(await backendOf(next)).not.toBe(pid)
      await next.rollback()
    })

    test('by a cut network is the environment', async () => {
      const cut = connectTo({ connectionString: proxy.urlVia(server.url) })
      const transaction = await cut.begin(timeouts)
      await transaction.query('select 1')
      proxy.cut()
      expect(await faultOf(transaction.query('select 1'), 'handler')).toBe('environment')
      await transaction.rollback()
      const next = await cut.begin(timeouts)
      await next.query('select 1')
      await next.rollback()
      await cut.close()
    })

    test('because the handler let it stand idle is a failure of the message', async () => {
      const transaction = await database.begin({ ...timeouts, idleMs: 50 })
      const pid = await backendOf(transaction)
      await waitFor(() => isGone(pid), { what: 'the server ends it' })
      const fault = await faultOf(transaction.handlerScope().tx.query('select 1'), 'handler')
      expect(fault).toBe('system')
      await transaction.rollback()
    })
  })

  test("a session that was given back sends nothing: the connection may be somebody else's", async () => {
    const pool = new pg.Pool({ connectionString: server.url, max: 1, pipeline })
    const session = await openSession(pool, { waitMs: 1_000, answerMs: 1_000 })
    session.release()
    await expect(session.script("insert into note values ('stray')")).rejects.toMatchObject({ code: 'connection-lost' })
    expect(session.lost).toBe(true)
    session.release()
    session.destroy()
    expect((await pool.query('select from note')).rowCount).toBe(0)
    await pool.end()
  })

  test('destroy closes the socket at once: a late statement of the handler lands nowhere', async () => {
    const transaction = await database.begin(timeouts)
    const pid = await backendOf(transaction)
    const scope = transaction.handlerScope()
    await scope.tx.query("insert into note values ('before')")
    const running = scope.tx.query('select pg_sleep(0.2)')
    running.catch(() => {})
    await new Promise((resolve) => setImmediate(resolve))
    scope.revoke()
    transaction.destroy()
    await expect(running).rejects.toMatchObject({ code: 'connection-lost' })
    const next = await database.begin(timeouts)
    expect(await backendOf(next)).not.toBe(pid)
    await expect(scope.tx.query("insert into note values ('late')")).rejects.toThrow('the transaction is over')
    expect(await next.commit()).toBe('COMMIT')
    await waitFor(() => isGone(pid), { what: 'the server gives the transaction up' })
    expect(await notes()).toEqual([])
  })

  test('a statement that the server refuses as a protocol violation leaves the connection alive', async () => {
    const transaction = await database.begin(timeouts)
    const values = Array.from({ length: 65_536 }, () => 'x')
    const text = `insert into note values ${values.map((_, i) => `($${i + 1})`).join()}`
    expect(await faultOf(transaction.query(text, values), 'handler')).toBe('environment')
    await transaction.rollback()
    await database.probe('read')
    const next = await database.begin(timeouts)
    expect(await next.commit()).toBe('COMMIT')
  })
})

test('on a dead network every call ends, after the time that the server had for it', async () => {
  const silent = [true, false].map((pipeline) =>
    pgDatabase({ connectionString: proxy.urlVia(server.url), max: 3, pipeline }),
  )
  const open = async (database: Database<Transaction>): Promise<OpenTransaction<Transaction>> => {
    const transaction = await database.begin({ lockMs: 10, statementMs: 10, idleMs: 10_000 })
    await transaction.query('select 1')
    return transaction
  }
  const cases = await Promise.all(
    silent.map(async (database) => ({
      asking: await open(database),
      committing: await open(database),
      rollingBack: await open(database),
    })),
  )
  proxy.hold()
  const startedAt = performance.now()
  const faults = cases.map(async ({ asking, committing, rollingBack }) => {
    const [asked, committed] = await Promise.all([
      faultOf(asking.query('select 1'), 'claim'),
      faultOf(committing.commit(), 'commit'),
      rollingBack.rollback(),
    ])
    await asking.rollback()
    return { asked, committed }
  })
  const expected = { asked: 'environment', committed: 'unknown-commit' }
  expect(await Promise.all(faults)).toEqual([expected, expected])
  expect(performance.now() - startedAt).toBeLessThan(9_000)
  proxy.release()
  // The pools have room again.
  for (const database of silent) {
    const next = await database.begin(timeouts)
    expect(await next.commit()).toBe('COMMIT')
    await database.close()
  }
}, 20_000)
