import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../generator/model/document.js'
import { printDeclaration } from '../../generator/render/types/declarations.js'
import { complaints } from '../render/compile.js'
import { diagnosticsOf, type Module } from './compiled.js'
import { declarationsOf, judged, type SchemaSet, schemaSets, subject } from './schema-set.js'
import { madeValues } from './value-of-schema.js'

const sets = process.env.TEST_FULL === undefined ? 1_000 : 17_000
const atOnce = 1_000

describe('the compiler, given the types of random schemas,', () => {
  test('lets every value through that validation lets through', async () => {
    const seen = { values: 0, sharingNoMember: 0, inside: 0 }
    for (const batch of batches({ exact: false })) {
      const modules = batch.map(({ schemas, values }, i) => {
        const valid = judged(schemas, values, true)
        seen.values += valid.length
        return moduleOf(i, schemas, valid.map(use))
      })
      const found = await diagnosticsOf(modules)
      const others = found.filter(({ code }) => code !== sharesNoMember)
      const excerpts = others.map((one) => `${one.text}\n${excerpt(modules, one.path, one.line)}`)
      expect(excerpts.filter((text) => !sharesNoMemberInside(text))).toEqual([])
      seen.inside += others.length
      seen.sharingNoMember += found.length - others.length
    }
    expect(seen.values).toBeGreaterThan(3 * sets)
    expect(seen.sharingNoMember).toBeGreaterThan(0)
    expect(seen.sharingNoMember).toBeLessThan(0.05 * seen.values)
    expect(seen.inside).toBeLessThan(0.001 * seen.values)
  }, 3_600_000)

  test('lets no other value through, where TypeScript can say what the schema says', async () => {
    const seen = { values: 0, fittingOptional: 0 }
    for (const batch of batches({ exact: true })) {
      const modules = batch.map(({ schemas, values }, i) =>
        moduleOf(i, schemas, judged(schemas, values, false).map(misuse)),
      )
      const refused = new Set((await diagnosticsOf(modules)).map(({ path, line }) => `${path}:${line}`))
      const lines = modules.flatMap(({ path, text }) =>
        text.split('\n').map((text, i) => ({ path, text, line: i + 1 })),
      )
      const misuses = lines.filter(({ text }) => text.startsWith('export const misuse'))
      const taken = misuses.filter(({ path, line }) => !refused.has(`${path}:${line}`))
      const excerpts = taken.map(({ path, line }) => excerpt(modules, path, line))
      expect(excerpts.filter((text) => !fitsOptionalMembers(text))).toEqual([])
      // Every complaint is about a value, none about a type.
      expect(refused.size).toBe(misuses.length - taken.length)
      seen.values += misuses.length
      seen.fittingOptional += taken.length
    }
    expect(seen.values).toBeGreaterThan(sets)
    expect(seen.fittingOptional).toBeLessThan(0.001 * seen.values)
  }, 3_600_000)

  test('finds a member that is required elsewhere than it is declared', () => {
    const base = { type: 'object', properties: { a: { type: 'string' } } }
    const schemas = {
      [subject]: { allOf: [{ $ref: '#/components/schemas/B' }, { required: ['a'] }] },
      '#/components/schemas/B': base,
    }
    const module = moduleOf(0, schemas, ['export const read = (value: A): string => value.a'])
    expect(complaints([module], 'nodenext', { isolatedDeclarations: false })).toEqual([])
    expect(complaints([module], 'nodenext', { exactOptionalPropertyTypes: false })).toEqual([])
  }, 60_000)

  test.each([
    ['says so in version 5.9 as well', {}],
    ['says so under looser options as well', { exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false }],
  ])(
    '%s',
    (_, options) => {
      const [batch = []] = batches({ exact: false })
      const modules = batch.slice(0, 150).map(({ schemas, values }, i) => {
        return moduleOf(i, schemas, judged(schemas, values, true).map(use))
      })
      const found = complaints(modules, 'nodenext', options)
      expect(found.filter((text) => !text.includes('has no properties in common'))).toEqual([])
    },
    300_000,
  )
})

/** An object that has none of the members of a type whose members are all optional: TypeScript takes it for a mistake. */
const sharesNoMember = 'TS2559'

/** The same where the type is one of several, or that of a member: TypeScript says less about it. */
function sharesNoMemberInside(text: string): boolean {
  return /^const value.*\{/m.test(text) && text.includes('?: ') && /\||: \{/.test(text)
}

/** To TypeScript everything but null fits an object of optional members and `{}`, and thereby lists and objects at once. */
function fitsOptionalMembers(text: string): boolean {
  return text.includes(' & ') && (text.includes('?: ') || text.includes('{} | null'))
}

interface Sample {
  readonly schemas: SchemaSet
  readonly values: readonly Json[]
}

function* batches(options: { readonly exact: boolean }): Generator<readonly Sample[]> {
  const sample = fc.record({ schemas: schemaSets(options), seed: fc.nat() })
  for (let done = 0; done < sets; done += atOnce) {
    const drawn = fc.sample(sample, { numRuns: Math.min(atOnce, sets - done), seed: 20_000 + done })
    yield drawn.map(({ schemas, seed }) => ({ schemas, values: madeValues(schemas, seed) }))
  }
}

function moduleOf(i: number, schemas: SchemaSet, lines: readonly string[]): Module {
  const declared = [...declarationsOf(schemas).values()]
  const declarations = declared.map(({ name, type }) => `export ${printDeclaration(name, type)}`)
  return { path: `sample${i}.ts`, text: [...declarations, ...lines, ''].join('\n') }
}

/** Not fresh any more, the value may have members that the type does not list. */
function use(value: Json, i: number): string {
  const isCompound = typeof value === 'object' && value !== null
  const constant = `const value${i} = ${JSON.stringify(value)}${isCompound ? ' as const' : ''}`
  return `${constant}; export const use${i}: A = value${i}`
}

function misuse(value: Json, i: number): string {
  return `export const misuse${i}: A = ${JSON.stringify(value)}`
}

/** A line of a module, and its types. */
function excerpt(modules: readonly Module[], path: string, line: number): string {
  const lines = modules.find((module) => module.path === path)?.text.split('\n') ?? []
  return [lines[line - 1], ...lines.filter((text) => !/^(export )?const /.test(text))].join('\n')
}
