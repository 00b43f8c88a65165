import { describe, expect, test } from 'vitest'
import {
  findCycles,
  findLayerFaults,
  findPackageFaults,
  findRuntimeFaults,
  findUnknownLayers,
  packagesLoadedBy,
} from './architecture/layers.js'
import { type Module, parseModule, readSources } from './architecture/source.js'
import { findBadNames, findDefaultExports, findLongFiles, findTypeEscapes } from './architecture/style.js'

const generator = readSources(['generator'], ['.ts']).map(parseModule)
const runtime = readSources(['templates/runtime'], ['.ts']).map(parseModule)
const product = [...generator, ...runtime]
const written = readSources(['generator', 'templates', 'scripts', 'test'], ['.ts', '.mjs', '.hbs']).filter(
  ({ path }) => !path.startsWith('test/cases/'),
)

describe('the repository', () => {
  test('is what the checks read', () => {
    expect(generator.map(({ path }) => path)).toContain('generator/cli.ts')
    expect(runtime.map(({ path }) => path)).toContain('templates/runtime/types.ts')
    expect(written.length).toBeGreaterThan(product.length)
  })
  test('imports in the direction of its layers', () => {
    expect(findUnknownLayers(generator)).toEqual([])
    expect(findLayerFaults(generator)).toEqual([])
  })
  test('has no import cycles', () => expect(findCycles(product)).toEqual([]))
  test('keeps each heavy package in one layer', () => expect(findPackageFaults(generator)).toEqual([]))
  test('starts the command line without loading a package', () => {
    expect(packagesLoadedBy('generator/cli.ts', generator)).toEqual([])
  })
  test('has a runtime that needs four packages', () => expect(findRuntimeFaults(runtime)).toEqual([]))
  test('has no way around the type checker', () => expect(product.flatMap(findTypeEscapes)).toEqual([]))
  test('has no default exports', () => expect(product.flatMap(findDefaultExports)).toEqual([]))
  test('has no file over 300 lines', () => expect(findLongFiles(written)).toEqual([]))
  test('has file names that say something', () => {
    expect(findBadNames(written.map(({ path }) => path))).toEqual([])
  })
})

describe('the checks', () => {
  test('see an import upwards, sideways, and out of the generator', () => {
    const modules = parse({
      'generator/model/contract.ts': `import type { Load } from '../load/load.js'`,
      'generator/load/load.ts': `import { report } from '../report/text.js'\nexport const load = report`,
      'generator/report/text.ts': `import { finding } from '../model/finding.js'`,
      'generator/render/render.ts': `export * from '../../templates/runtime/types.js'`,
    })
    expect(findLayerFaults(modules)).toEqual([
      'generator/model/contract.ts imports generator/load/load.ts: model may not know load',
      'generator/load/load.ts imports generator/report/text.ts: load may not know report',
      "generator/render/render.ts imports templates/runtime/types.ts, which is not the generator's",
    ])
  })
  test('see a folder without a layer', () => {
    expect(findUnknownLayers(parse({ 'generator/tools/a.ts': '', 'generator/index.ts': '' }))).toEqual([
      'generator/tools/a.ts',
    ])
  })
  test('see a cycle, of types too', () => {
    const modules = parse({
      'generator/model/a.ts': `import { b } from './b.js'`,
      'generator/model/b.ts': `import { c } from './c.js'`,
      'generator/model/c.ts': `type A = import('./b.js').B`,
    })
    expect(findCycles(modules)).toEqual(['generator/model/b.ts → generator/model/c.ts → generator/model/b.ts'])
  })
  test('see a package outside its layer, and the official parser loaded at once', () => {
    const modules = parse({
      'generator/commands/generate.ts': `const { default: handlebars } = await import('handlebars')`,
      'generator/load/other.ts': `import type { Parser } from '@asyncapi/parser/cjs'`,
      'generator/load/schemas.ts': `import specs from '@asyncapi/specs'`,
      'generator/load/official.ts': `import { parse } from './official-parser.js'`,
      'generator/load/official-parser.ts': `import { Parser } from '@asyncapi/parser'`,
    })
    expect(findPackageFaults(modules)).toEqual([
      'generator/commands/generate.ts imports handlebars, which only render may',
      'generator/load/other.ts imports @asyncapi/parser: not bundled',
      'generator/load/schemas.ts imports @asyncapi/specs: not bundled',
      'generator/load/official.ts imports generator/load/official-parser.ts at once: use import()',
    ])
  })
  test('see what the command line loads at once', () => {
    const modules = parse({
      'generator/cli.ts': `import { run } from './commands/run.js'\nawait import('yargs')\nimport type { A } from 'ajv'`,
      'generator/commands/run.ts': `export { load } from 'js-yaml'\nimport 'node:fs'`,
    })
    expect(packagesLoadedBy('generator/cli.ts', modules)).toEqual(['js-yaml'])
  })
  test('see a fifth package of the runtime, and a file outside it', () => {
    const text = `import 'ajv/dist/2020.js'\nimport 'pino'\nimport '../../generator/model/contract.js'\nimport './b.js'`
    expect(findRuntimeFaults(parse({ 'templates/runtime/a.ts': text }))).toEqual([
      'templates/runtime/a.ts imports pino',
      'templates/runtime/a.ts imports ../../generator/model/contract.js',
    ])
  })
  test('see ways around the type checker', () => {
    const silencer = `// @ts-${'ignore'}`
    const text = `const a = 1 as any\nconst b = c!\nclass D { e!: string }\nlet f!: string\n${silencer}\n`
    expect(parse({ 'a.ts': text }).flatMap(findTypeEscapes)).toEqual([
      'a.ts:1 any',
      'a.ts:2 !',
      'a.ts:3 !',
      'a.ts:4 !',
      `a.ts @ts-${'ignore'}`,
    ])
  })
  test('see default exports', () => {
    const modules = parse({
      'a.ts': 'export default 1',
      'b.ts': 'export default class {}',
      'c.ts': 'export const d = 1',
    })
    expect(modules.flatMap(findDefaultExports)).toEqual(['a.ts', 'b.ts'])
  })
  test('see long files and empty names', () => {
    const lines = (count: number): string => 'x\n'.repeat(count)
    expect(findLongFiles([sample('a.ts', lines(300)), sample('b.ts', lines(301))])).toEqual(['b.ts has 301 lines'])
    expect(
      findBadNames(['a/file-utils.ts', 'a/Contract.ts', 'a/file.test.ts', 'a/base.hbs', 'a/re-base-d.ts']),
    ).toEqual(['a/file-utils.ts', 'a/Contract.ts', 'a/base.hbs', 'a/re-base-d.ts'])
  })
})

function parse(files: Readonly<Record<string, string>>): readonly Module[] {
  return Object.entries(files).map(([path, text]) => parseModule(sample(path, text)))
}

function sample(path: string, text: string) {
  return { path, text }
}
