import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatterAdvice } from '../../generator/output/formatter-lines.js'

let root = ''
beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), 'idemgen-formatter-'))
})
afterEach(() => fs.rmSync(root, { recursive: true }))

function write(path: string, text: string): void {
  fs.mkdirSync(dirname(join(root, path)), { recursive: true })
  fs.writeFileSync(join(root, path), text)
}
const advice = (out = 'src/generated') =>
  formatterAdvice(join(root, out)).map(({ file, line }) => [file.slice(root.length + 1), line])

describe('formatterAdvice', () => {
  it('is empty where there is no formatter', () => {
    expect(advice()).toEqual([])
  })

  it('gives the line that each formatter needs, relative to its own file', () => {
    write('biome.json', '{}')
    write('prettier.config.mjs', 'export default {}')
    write('eslint.config.js', 'export default []')
    expect(advice()).toEqual([
      ['biome.json', '"files": { "includes": ["**", "!src/generated"] }'],
      ['.prettierignore', 'src/generated/'],
      ['eslint.config.js', "globalIgnores(['src/generated/'])"],
    ])
  })

  it('looks upwards and takes the nearest configuration', () => {
    write('.prettierrc', '')
    write('packages/orders/.prettierrc.json', '{}')
    expect(advice('packages/orders/generated')).toEqual([['packages/orders/.prettierignore', 'generated/']])
  })

  it.each([
    ['biome.json', '{ "files": { "includes": ["**", "!src/generated"] } }'],
    ['biome.jsonc', '{ "files": { "includes": ["**", "!**/generated"] } }'],
    ['.prettierignore', 'dist\n/src/generated/\n'],
    ['.prettierignore', '**/generated\n'],
    ['eslint.config.ts', "export default [{ ignores: ['**/generated/**'] }]"],
  ])('is silent when %s already has %j', (path, text) => {
    write(path, text)
    expect(advice()).toEqual([])
  })

  it.each([
    ['.prettierignore', '# src/generated\n'],
    ['.prettierignore', 'src/generated-by-others\n'],
    ['biome.json', '{ "files": { "includes": ["**", "!dist"] } }'],
  ])('is not fooled by %s with %j', (path, text) => {
    write(path, text)
    expect(advice()).toHaveLength(1)
  })
})
