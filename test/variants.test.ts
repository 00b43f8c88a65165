import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { createVitest } from 'vitest/node'
import { applyPatch } from '../scripts/variants/apply-patch.mjs'
import { type Variant, variants } from '../scripts/variants/list.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

describe('the deliberately broken variants', () => {
  let tests: Tests
  beforeAll(async () => {
    tests = await collectTests(variants.map(({ test }) => test.file))
  })

  test('can be applied to the runtime as it stands', () => {
    expect(variants.length).toBeGreaterThan(0)
    expect(findPatchFaults(variants, readRuntime)).toEqual([])
  })
  test('name tests that exist', () => expect(findTestFaults(variants, tests)).toEqual([]))
  test('have names of their own', () => expect(findRepeatedNames(variants)).toEqual([]))
})

describe('the checks', () => {
  const patch = { file: 'a.ts', find: 'one', replace: 'two' }
  test('see a patch whose place is gone, is there twice, or goes with the patch before', () => {
    const faultsIn = (text: string, ...patches: readonly Partial<typeof patch>[]) =>
      findPatchFaults([variant({ patches: patches.map((change) => ({ ...patch, ...change })) })], () => text)
    expect(faultsIn('one', {})).toEqual([])
    expect(faultsIn('none of it: two', { find: 'three' })).toEqual([
      'ack too early: a.ts must contain once, not 0 times: three',
    ])
    expect(faultsIn('one one', {})).toEqual(['ack too early: a.ts must contain once, not 2 times: one'])
    expect(faultsIn('one', {}, { find: 'two', replace: '' })).toEqual([])
    expect(faultsIn('one', {}, {})).toEqual(['ack too early: a.ts must contain once, not 0 times: one'])
  })
  test('see a patch of a file that is not there', () => {
    const gone = variant({ patches: [{ ...patch, file: 'gone.ts' }] })
    expect(findPatchFaults([gone], readRuntime)).toEqual([expect.stringMatching(/^ack too early: ENOENT.*gone\.ts/)])
  })
  test('see a test that is gone, and a name that means two', () => {
    const faultsWith = (...names: readonly string[]) => findTestFaults([variant({})], new Map([['a.test.ts', names]]))
    expect(faultsWith('acks > acks late', 'others')).toEqual([])
    expect(faultsWith('acks late enough')).toEqual(['ack too early: `acks late` is 0 tests of a.test.ts'])
    expect(faultsWith('acks late', 'never acks late')).toEqual(['ack too early: `acks late` is 2 tests of a.test.ts'])
    expect(findTestFaults([variant({})], new Map())).toEqual(['ack too early: `acks late` is 0 tests of a.test.ts'])
  })
  test('see two variants of one name', () => {
    expect(findRepeatedNames([variant({}), variant({ name: 'other' }), variant({})])).toEqual(['ack too early'])
  })
})

/** The names of the tests of each file, below those of what they are in: `outer > inner`. */
type Tests = ReadonlyMap<string, readonly string[]>

function findPatchFaults(list: readonly Variant[], read: (file: string) => string): readonly string[] {
  return list.flatMap(({ name, patches }) => {
    const patched = new Map<string, string>()
    try {
      for (const patch of patches) {
        patched.set(patch.file, applyPatch(patched.get(patch.file) ?? read(patch.file), patch))
      }
      return []
    } catch (error) {
      return [`${name}: ${(error as Error).message}`]
    }
  })
}

/** A variant runs the tests whose name ends like its own: it must be one, or it would not be known which one failed. */
function findTestFaults(list: readonly Variant[], tests: Tests): readonly string[] {
  return list.flatMap(({ name, test: { file, name: wanted } }) => {
    const count = (tests.get(file) ?? []).filter((each) => each.endsWith(wanted)).length
    return count === 1 ? [] : [`${name}: \`${wanted}\` is ${count} tests of ${file}`]
  })
}

function findRepeatedNames(list: readonly Variant[]): readonly string[] {
  const names = list.map(({ name }) => name)
  return names.filter((name, i) => names.indexOf(name) !== i)
}

/** Has vitest look into the files, since names of `test.each` are known only to it; runs none of their tests. */
async function collectTests(files: readonly string[]): Promise<Tests> {
  const include = [...new Set(files)]
  const vitest = await createVitest('test', {
    root,
    include,
    config: false,
    watch: false,
    isolate: false,
    maxWorkers: 2,
  })
  try {
    const { testModules } = await vitest.collect()
    return new Map(
      testModules.map(({ relativeModuleId, children }) => [
        relativeModuleId,
        Array.from(children.allTests(), ({ fullName }) => fullName),
      ]),
    )
  } finally {
    await vitest.close()
  }
}

function readRuntime(file: string): string {
  return readFileSync(new URL(`../templates/runtime/${file}`, import.meta.url), 'utf8')
}

function variant(changes: Partial<Variant>): Variant {
  return { name: 'ack too early', patches: [], test: { file: 'a.test.ts', name: 'acks late' }, ...changes }
}
