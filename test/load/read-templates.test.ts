import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { officialParserVersion } from '../../generator/load/official.js'
import { packageFolder, packageVersion } from '../../generator/load/package-folder.js'
import { readTemplates } from '../../generator/load/read-templates.js'

test('the templates of the package are read under their paths', () => {
  const templates = readTemplates()
  expect([...templates.keys()]).toEqual(
    expect.arrayContaining(['runtime/types.ts', 'migrations/0001-create.up.sql', 'messages.hbs']),
  )
  expect([...templates.keys()]).toEqual([...templates.keys()].toSorted())
  expect(templates.get('migrations/0001-create.up.sql')).toMatch(/create /i)
})

test('their lines end alike on every platform, and only templates are read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'idemgen-templates-'))
  try {
    await mkdir(join(folder, 'runtime'))
    await writeFile(join(folder, 'runtime', 'a.ts'), 'a\r\nb\r\n')
    await writeFile(join(folder, 'b.hbs'), 'b\n')
    await writeFile(join(folder, '.DS_Store'), '')
    await writeFile(join(folder, 'runtime', 'a.ts~'), '')
    expect([...readTemplates(folder)]).toEqual([
      ['b.hbs', 'b\n'],
      ['runtime/a.ts', 'a\nb\n'],
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('the versions are those of the packages', async () => {
  const manifest = await import(join(packageFolder, 'package.json'), { with: { type: 'json' } })
  expect(packageVersion()).toBe(manifest.default.version)
  expect(officialParserVersion).toBe(manifest.default.devDependencies['@asyncapi/parser'])
})
