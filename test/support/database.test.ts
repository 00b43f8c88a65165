import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { createTestDatabase } from './database.js'
import { expectNothingOpen } from './leaks.js'
import { createTemplate } from './template-database.js'
import { waitFor } from './wait-for.js'

test('a test database has the tables and nothing of another one', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const insert = `insert into idempotency.idempotent_attempt (consumer_group, queue, body_hash, instance, alone)
                  values ('group', 'queue', '', gen_random_uuid(), false)`
  await first.pool.query(insert)
  const count = 'select count(*)::int as rows from idempotency.idempotent_attempt'
  expect((await first.pool.query(count)).rows).toEqual([{ rows: 1 }])
  expect((await second.pool.query(count)).rows).toEqual([{ rows: 0 }])
  await Promise.all([first.drop(), second.drop()])
})

test('drop ends sessions that are still open', async () => {
  const database = await createTestDatabase()
  const session = new pg.Client({ connectionString: database.url })
  const errors: unknown[] = []
  session.on('error', (error) => errors.push(error))
  await session.connect()
  await database.drop()
  await waitFor(() => errors.length > 0, { what: 'the session is told' })
  expect(errors[0]).toMatchObject({ code: '57P01' })
})

test('a session inside a transaction is told as left open', async () => {
  const database = await createTestDatabase()
  const client = await database.pool.connect()
  await client.query('begin')
  await expect(expectNothingOpen({ database, deadlineMs: 100 })).rejects.toThrow(
    'left open: a session is idle in transaction after "begin"',
  )
  await client.query('rollback')
  await expectNothingOpen({ database, deadlineMs: 100 })
  client.release()
  await database.drop()
})

test('a new run removes what a killed one left behind, but not what belongs to a living one', async () => {
  const serverUrl = inject('databaseUrl')
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  const abandoned = 'idemgen_test_2147483647_template'
  await server.query(`create database ${abandoned}`)
  const living = await createTestDatabase()
  const template = await createTemplate(serverUrl)
  const exists = 'select count(*)::int as found from pg_database where datname = $1'
  expect((await server.query(exists, [abandoned])).rows).toEqual([{ found: 0 }])
  await living.pool.query('select 1')
  await template.drop()
  await living.drop()
  await server.end()
})

test('dropping the template tells of databases that their tests forgot', async () => {
  const serverUrl = inject('databaseUrl')
  const template = await createTemplate(serverUrl)
  const forgotten = template.name.replace('template', 'forgotten')
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  await server.query(`create database ${forgotten} template ${template.name}`)
  await server.end()
  await expect(template.drop()).rejects.toThrow(`test databases left behind: ${forgotten}`)
})
