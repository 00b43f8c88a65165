import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readTemplates } from '../../generator/load/read-templates.js'
import { folderOf } from '../../generator/output/folder.js'
import { planMigrations } from '../../generator/output/plan-migrations.js'

const now = new Date('2026-03-04T05:06:07Z')

test.each([
  ['an empty folder', [], '0001_idemgen_create.sql'],
  ['counters', ['0007_users.sql'], '0008_idemgen_create.sql'],
  ['timestamps of SQL files', ['20250101000000_users.sql'], '20260304050607_idemgen_create.sql'],
  ['counters of files that are no SQL', ['012_users.js', '013_orders.ts'], '014_idemgen_create.sql'],
  ['a later timestamp of a file that is no SQL', ['20990101000000-users.js'], '20990101000001-idemgen-create.sql'],
])('the new file is numbered like %s', async (_, names, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'idemgen-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of names) writeFileSync(join(folder, name), 'select 1;\n')
  const { plan } = await planMigrations({
    folder: folderOf(folder, process.cwd()),
    schema: 'idempotency',
    now,
    templates: readTemplates(),
  })
  expect(plan.changes.map(({ path }) => path).filter((path) => path.endsWith('.sql'))).toEqual([expected])
})
