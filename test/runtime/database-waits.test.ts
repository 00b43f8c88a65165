import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { classify } from '../../templates/runtime/database/classify.js'
import { pgDatabase } from '../../templates/runtime/database.js'
import { createTestDatabase, type TestDatabase } from '../support/database.js'
import { startProxy } from '../support/proxy.js'
import { waitFor } from '../support/wait-for.js'
import { backendOf, failureOf, notesOf, timeouts, using } from './sample-database.js'

let server: TestDatabase

beforeAll(async () => {
  server = await createTestDatabase()
})
afterAll(() => server.drop())

// Together: each waits for a time limit.
describe.concurrent('nobody waits for ever', () => {
  test('for a connection that a borrower keeps, when the pool is closed', async () => {
    const database = pgDatabase({ connectionString: server.url, max: 1 })
    const pid = await backendOf(await database.begin(timeouts))
    const startedAt = performance.now()
    await database.close()
    expect(performance.now() - startedAt).toBeLessThan(8_000)
    await waitFor(() => notesOf(() => server).isGone(pid), { what: 'its socket is closed' })
  }, 10_000)

  test.each([
    ['given, without a timeout of its own', {}],
    ['given, with one', { connectionTimeoutMillis: 150 }],
  ])('for a pool of one that is in use, %s: the next transaction fails in time and says why', async (_, config) => {
    const pool = new pg.Pool({ connectionString: server.url, max: 1, ...config })
    const database = pgDatabase(pool)
    await using(database, async () => {
      const first = await database.begin(timeouts)
      const error = await failureOf(database.begin(timeouts))
      expect(error).toMatchObject({
        code: 'pool-timeout',
        message: expect.stringContaining('all 1 of the pool are in use'),
      })
      expect(classify(error, 'claim')).toBe('environment')
      expect(await first.commit()).toBe('COMMIT')
      // The waiter that gave up was given the connection later, and has returned it.
      const next = await database.begin(timeouts)
      expect(await next.commit()).toBe('COMMIT')
    })
    await pool.end()
  })

  test('for a probe, where nobody answers or nobody listens', async () => {
    const { hostname, port } = new URL(server.url)
    const proxy = await startProxy({ host: hostname, port: Number(port || 5432) })
    const database = pgDatabase({ connectionString: proxy.urlVia(server.url) })
    await using(database, async () => {
      proxy.hold()
      const startedAt = performance.now()
      expect(classify(await failureOf(database.probe('read')), 'claim')).toBe('environment')
      expect(performance.now() - startedAt).toBeLessThan(5_000)
      await proxy.refuse()
      expect(await failureOf(database.probe('read'))).toMatchObject({ code: 'connect-failed' })
      await proxy.accept()
      proxy.release()
      await database.probe('read')
    })
    await proxy.close()
  })
})
