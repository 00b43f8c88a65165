import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OutputFile } from '../../../generator/model/output-file.js'
import { renderMigrations } from '../../../generator/render/migrations/migrations.js'
import { createTestDatabase, type TestDatabase } from '../../support/database.js'
import { withFiles } from '../compile.js'
import { readTemplates } from '../templates.js'

const templates = readTemplates()
const bin = (path: string) => fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url))

/** Runs a migration tool on a folder; rejects with what it printed when it fails. */
type Tool = (folder: string, direction: 'up' | 'down') => string

const dbmate: Tool = (folder, direction) => {
  const url = new URL(database.url)
  url.searchParams.set('sslmode', 'disable')
  const args = ['--url', url.href, '--migrations-dir', folder, '--no-dump-schema', direction]
  return execFileSync(process.execPath, [bin('dbmate/dist/cli.js'), ...args], { encoding: 'utf8', stdio: 'pipe' })
}

const nodePgMigrate: Tool = (folder, direction) => {
  const args = [bin('node-pg-migrate/bin/node-pg-migrate.js'), direction, '--migrations-dir', folder]
  const env = { ...process.env, DATABASE_URL: database.url }
  return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe', env })
}

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query('drop schema if exists idempotency, "Odd ""name""; --", service cascade')
  await database.pool.query('drop table if exists public.schema_migrations, public.pgmigrations')
})

const ownMigration = (table: string) => `-- migrate:up
-- Up Migration
create schema if not exists service;
create table service.${table} (id text primary key);

-- migrate:down
-- Down Migration
drop table service.${table};
`

async function ours(existing: readonly OutputFile[], schema: string): Promise<readonly OutputFile[]> {
  const now = new Date()
  const folder = new Map(existing.map(({ path, text }) => [path, text]))
  return (await renderMigrations({ existing: folder, lock: undefined, schema, now, templates })).files
}

async function tablesOf(schema: string): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ readonly name: string }>(
    'select table_name as name from information_schema.tables where table_schema = $1 order by 1',
    [schema],
  )
  return rows.map(({ name }) => name)
}

describe.each<[string, Tool]>([
  ['dbmate', dbmate],
  ['node-pg-migrate', nodePgMigrate],
])('%s', (_, tool) => {
  test.each(['idempotency', 'Odd "name"; --'])('makes the tables of schema %j and takes them away', async (schema) => {
    await withFiles(await ours([], schema), async (folder) => {
      tool(folder, 'up')
      expect(await tablesOf(schema)).toEqual([
        'idempotent_attempt',
        'idempotent_failure',
        'idempotent_record',
        'schema_step',
      ])
      const quoted = `"${schema.replaceAll('"', '""')}"`
      expect((await database.pool.query(`select step from ${quoted}.schema_step`)).rows).toEqual([{ step: 1 }])
      tool(folder, 'up')
      tool(folder, 'down')
      expect(await tablesOf(schema)).toEqual([])
      tool(folder, 'up')
      expect(await tablesOf(schema)).toHaveLength(4)
    })
  })

  test.each([
    ['counters', '0001_orders.sql', '0003_stock.sql'],
    ['counters with dashes', '01-orders.sql', '03-stock.sql'],
    ['timestamps', '20240101120000_orders.sql', '20990101120000_stock.sql'],
    ['times in milliseconds', '1700000000000_orders.sql', '4070908800000_stock.sql'],
  ])('runs them between the service`s own, in a folder of %s', async (__, before, after) => {
    const files = [{ path: before, text: ownMigration('orders') }]
    const added = await ours(files, 'idempotency')
    await withFiles([...files, ...added], (folder) => tool(folder, 'up'))
    expect(await tablesOf('idempotency')).toHaveLength(4)
    // A later file of the service runs as well: ours is neither the last for ever nor out of order.
    await withFiles([...files, ...added, { path: after, text: ownMigration('stock') }], async (folder) => {
      tool(folder, 'up')
      expect(await tablesOf('service')).toEqual(['orders', 'stock'])
      tool(folder, 'down')
      tool(folder, 'down')
      expect([await tablesOf('service'), await tablesOf('idempotency')]).toEqual([['orders'], []])
    })
  })

  test('runs ours in a folder whose own migrations have all run before', async () => {
    const own = [{ path: '20240101120000_orders.sql', text: ownMigration('orders') }]
    await withFiles(own, (folder) => tool(folder, 'up'))
    await withFiles([...own, ...(await ours(own, 'idempotency'))], (folder) => tool(folder, 'up'))
    expect(await tablesOf('idempotency')).toHaveLength(4)
  })
})
