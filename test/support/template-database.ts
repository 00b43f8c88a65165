import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { databaseUrl } from './database-url.js'

const migration = new URL('../../templates/migrations/0001-create.up.sql', import.meta.url)

/** Any number that no other user of advisory locks is likely to take. */
const lockClass = 1_768_190_511

export interface TemplateDatabase {
  readonly name: string
  /** Drops it and every copy that is left. Rejects when there was one: its test forgot `drop`. */
  drop(): Promise<void>
}

/**
 * Makes the database that test databases are copied from, with idemgen's tables in the schema `idempotency`.
 *
 * Its names carry a number that is locked while this process lives. A run that was killed leaves databases without a
 * lock; the next one removes them.
 */
export async function createTemplate(serverUrl: string): Promise<TemplateDatabase> {
  const server = new pg.Client({ connectionString: serverUrl })
  server.on('error', () => {})
  await server.connect()
  const run = randomInt(1, 2 ** 31)
  await server.query('select pg_advisory_lock($1, $2)', [lockClass, run])
  await dropAbandoned(server)
  const name = `idemgen_test_${run}_template`
  await server.query(`create database ${name}`)
  await migrate(databaseUrl(serverUrl, name))
  return {
    name,
    async drop() {
      const left = (await databasesOf(server, run)).filter((database) => database !== name)
      for (const database of [name, ...left]) await dropDatabase(server, database)
      await server.end()
      if (left.length > 0) throw new Error(`test databases left behind: ${left.join(', ')}; call drop() in afterAll`)
    },
  }
}

async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const statements = await readFile(migration, 'utf8')
    await client.query(statements.replaceAll('{{schema}}', 'idempotency'))
  } finally {
    await client.end()
  }
}

async function dropAbandoned(server: pg.Client): Promise<void> {
  const runs = new Set((await databasesOf(server)).map((database) => Number(database.split('_')[2])))
  for (const run of runs) {
    const { rows } = await server.query('select pg_try_advisory_lock($1, $2) as locked', [lockClass, run])
    // Our own lock is granted again to ourselves, but we have no database yet.
    if (rows[0]?.locked !== true) continue
    for (const database of await databasesOf(server, run)) await dropDatabase(server, database)
    await server.query('select pg_advisory_unlock($1, $2)', [lockClass, run])
  }
}

async function databasesOf(server: pg.Client, run?: number): Promise<readonly string[]> {
  const pattern = run === undefined ? '^idemgen_test_[0-9]+_' : `^idemgen_test_${run}_`
  const { rows } = await server.query<{ datname: string }>('select datname from pg_database where datname ~ $1', [
    pattern,
  ])
  return rows.map((row) => row.datname)
}

async function dropDatabase(server: pg.Client, name: string): Promise<void> {
  await server.query(`drop database if exists ${name} with (force)`)
}
