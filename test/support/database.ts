import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from './database-url.js'

export interface TestDatabase {
  readonly url: string
  /** For the test's own statements; the code under test has its own pool, made from `url`. */
  readonly pool: pg.Pool
  /** Closes the pool and drops the database; sessions that are still open are ended. */
  drop(): Promise<void>
}

/** A database with idemgen's tables (schema `idempotency`), nobody else's: call in `beforeAll`, drop in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('databaseUrl')
  const template = inject('templateDatabase')
  const name = template.replace(/template$/, randomUUID().replaceAll('-', ''))
  await onServer(serverUrl, `create database ${name} template ${template}`)
  const url = databaseUrl(serverUrl, name)
  const pool = new pg.Pool({ connectionString: url, max: 5 })
  // Without a listener, a session that the server ends while it is idle would end the test process.
  pool.on('error', () => {})
  return {
    url,
    pool,
    async drop() {
      await pool.end()
      await onServer(serverUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
