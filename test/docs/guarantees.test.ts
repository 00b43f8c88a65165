import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { variants } from '../../scripts/variants/list.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const runtimeTests = ['runtime', 'e2e']
  .flatMap((folder) => readdirSync(`${root}/test/${folder}`).map((name) => `${root}/test/${folder}/${name}`))
  .filter((path) => path.endsWith('.test.ts'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

describe('docs/guarantees.md', () => {
  const promises = readPromises(readFileSync(`${root}/docs/guarantees.md`, 'utf8'))

  test('has a table of promises, most of them with a broken variant', () => {
    expect(promises.length).toBeGreaterThan(25)
    expect(promises.filter(({ hasVariant }) => hasVariant).length).toBeGreaterThan(20)
  })

  test.each(promises)('names a test that exists: $name', ({ name }) => {
    expect(runtimeTests.includes(`test('${name}`) || runtimeTests.includes(`test("${name}`)).toBe(true)
  })

  test.each(promises.filter(({ hasVariant }) => hasVariant))('has a variant where it says so: $name', ({ name }) => {
    expect(variants.some((variant) => variant.test.name.startsWith(name))).toBe(true)
  })
})

interface NamedTest {
  /** The test's name, or how it begins. */
  readonly name: string
  readonly hasVariant: boolean
}

/** The rows of the table: what could go wrong (● where a variant shows it), what is done, the test. */
function readPromises(page: string): readonly NamedTest[] {
  return page.split('\n').flatMap((line) => {
    const [, fault = '', , named = ''] = line.split(' | ').length === 3 ? ['', ...line.split(' | ')] : []
    const [, name] = /^`([^`…]+)…?`/.exec(named) ?? []
    return name === undefined ? [] : [{ name, hasVariant: fault.includes('●') }]
  })
}
