import { describe, expect, test } from 'vitest'
import type { OutputFile } from '../../../generator/model/output-file.js'
import { migrationsLockName, readMigrationsLock } from '../../../generator/render/migrations/lock.js'
import { type MigrationsInput, renderMigrations } from '../../../generator/render/migrations/migrations.js'
import { readTemplates } from '../templates.js'

const templates = readTemplates()
const now = new Date('2024-05-04T10:15:30.123Z')
const first = { existing: new Map<string, string>(), lock: undefined, schema: 'idempotency', now, templates }

/** The folder after the files were written into it, and its lock as it is read back. */
function after(input: MigrationsInput, files: readonly OutputFile[]): MigrationsInput {
  const existing = new Map([...input.existing, ...files.map(({ path, text }) => [path, text] as const)])
  return { ...input, existing, lock: readMigrationsLock(existing.get(migrationsLockName) ?? '') }
}

async function written(input: MigrationsInput = first): Promise<MigrationsInput> {
  return after(input, (await renderMigrations(input)).files)
}

/** The templates of a later idemgen, which has one step more. */
const laterTemplates = new Map([
  ...templates,
  ['migrations/0002-outbox.up.sql', 'create table {{schema}}.idempotent_outbox ();\n'],
  ['migrations/0002-outbox.down.sql', 'drop table {{schema}}.idempotent_outbox;\n'],
])

describe('the migrations of a folder', () => {
  test('are one file and a lock at first', async () => {
    const { files, faults } = await renderMigrations(first)
    expect(files.map(({ path }) => path)).toEqual(['0001_idemgen_create.sql', migrationsLockName])
    expect(faults).toEqual([])
  })

  test('have the marks of both tools, once each and in their order', async () => {
    const text = (await renderMigrations(first)).files[0]?.text ?? ''
    const marks = text.split('\n').filter((line) => /^--\s*(migrate:|up migration|down migration)/i.test(line))
    expect(marks).toEqual(['-- migrate:up', '-- Up Migration', '-- migrate:down', '-- Down Migration'])
    expect(text).not.toMatch(/\{\{|\r|\n\n\n/)
  })

  test('are complete after the first time: the second adds nothing', async () => {
    expect(await renderMigrations(await written())).toMatchObject({ files: [], faults: [] })
  })

  test('keep the time of the first file for good', async () => {
    const folder = await written({ ...first, existing: new Map([['20240101120000_orders.sql', '']]) })
    expect([...folder.existing.keys()]).toContain('20240504101530_idemgen_create.sql')
    expect(await renderMigrations({ ...folder, now: new Date('2026-01-01T00:00:00Z') })).toMatchObject({ files: [] })
  })

  test('grow by a file for each new step, after whatever the service has added since', async () => {
    const folder = await written({ ...first, existing: new Map([['0001-orders.sql', '']]) })
    const before = new Map(folder.existing)
    const grown = { ...folder, existing: new Map([...before, ['0003-stock.sql', '']]), templates: laterTemplates }
    const { files, lock } = await renderMigrations(grown)
    expect(files.map(({ path }) => path)).toEqual(['0004-idemgen-outbox.sql', migrationsLockName])
    expect(lock.steps.map(({ step, file }) => [step, file])).toEqual([
      [1, '0002-idemgen-create.sql'],
      [2, '0004-idemgen-outbox.sql'],
    ])
    expect(await renderMigrations(after(grown, files))).toMatchObject({ files: [], faults: [] })
  })

  test('come all at once, in their order, into a folder that has none', async () => {
    const { files } = await renderMigrations({ ...first, templates: laterTemplates })
    expect(files.map(({ path }) => path)).toEqual([
      '0001_idemgen_create.sql',
      '0002_idemgen_outbox.sql',
      migrationsLockName,
    ])
  })

  test('do not depend on how a checkout ends lines', async () => {
    const folder = await written()
    const existing = new Map([...folder.existing].map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]))
    expect(await renderMigrations({ ...folder, existing })).toMatchObject({ files: [], faults: [] })
  })
})

describe('what does not fit the lock', () => {
  test('an edited file is told, and not written again', async () => {
    const folder = await written()
    const existing = new Map([...folder.existing, ['0001_idemgen_create.sql', 'select 1;']])
    const { files, faults } = await renderMigrations({ ...folder, existing })
    expect(files).toEqual([])
    expect(faults).toEqual([{ kind: 'edited', file: '0001_idemgen_create.sql', step: 1 }])
  })

  test('a missing file is told, and not written again, nor is its number', async () => {
    const folder = { ...(await written()), existing: new Map<string, string>(), templates: laterTemplates }
    const { files, faults } = await renderMigrations(folder)
    expect(files.map(({ path }) => path)).toEqual(['0002_idemgen_outbox.sql', migrationsLockName])
    expect(faults).toEqual([{ kind: 'missing', file: '0001_idemgen_create.sql', step: 1 }])
  })

  test('another schema than before is told, and nothing is written', async () => {
    const folder = await written()
    const { files, faults } = await renderMigrations({ ...folder, schema: 'other', templates: laterTemplates })
    expect(files).toEqual([])
    expect(faults).toEqual([{ kind: 'schema-differs', locked: 'idempotency', wanted: 'other' }])
  })

  test('a step of a later idemgen is told, and nothing is written', async () => {
    const folder = await written({ ...first, templates: laterTemplates })
    const { files, faults } = await renderMigrations({ ...folder, templates })
    expect(files).toEqual([])
    expect(faults).toEqual([{ kind: 'step-unknown', file: '0002_idemgen_outbox.sql', step: 2 }])
  })

  test('a lost lock is made again from the files', async () => {
    const folder = await written()
    const { files, faults } = await renderMigrations({ ...folder, lock: undefined })
    expect(files).toEqual([{ path: migrationsLockName, text: folder.existing.get(migrationsLockName) }])
    expect(faults).toEqual([])
  })

  test('a file without a lock that was edited is told', async () => {
    const existing = new Map([['0007-idemgen-create.sql', 'select 1;']])
    const { files, faults } = await renderMigrations({ ...first, existing })
    expect(files.map(({ path }) => path)).toEqual([migrationsLockName])
    expect(faults).toEqual([{ kind: 'edited', file: '0007-idemgen-create.sql', step: 1 }])
  })

  test.each([
    '',
    '{',
    '[]',
    '{"lockVersion":2,"schema":"a","steps":[]}',
    '<<<<<<< ours',
    '{"lockVersion":1,"schema":"a","steps":[{"step":"1"}]}',
  ])('a lock that cannot be read is none: %j', (text) => expect(readMigrationsLock(text)).toBeUndefined())
})

test.each([
  ['', 'empty'],
  ['a\nb', 'a line end'],
  ['x'.repeat(64), 'too long'],
  ['a\u0000', 'a NUL'],
])('a schema that PostgreSQL cannot have is refused: %j', async (schema) => {
  await expect(renderMigrations({ ...first, schema })).rejects.toMatchObject({ code: 'schema-name-invalid' })
})
