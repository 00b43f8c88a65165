import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Contract } from '../../generator/model/contract.js'
import type { Json } from '../../generator/model/document.js'
import { data } from '../../generator/render/data.js'
import { schemaDocument, schemaPointer } from '../../generator/render/schema-document.js'
import { declaredTypes, printDeclaration } from '../../generator/render/types/declarations.js'
import { schemaSource } from '../../generator/render/types/schema-reader.js'
import type { Type } from '../../generator/render/types/type.js'
import { complaints } from '../render/compile.js'
import { schema, value } from './random-schema.js'
import { accepts } from './type-accepts.js'

const places = ['#/components/schemas/A', '#/components/schemas/B', '#/components/schemas/C']
const names = new Map(places.map((place) => [place, place.slice(-1)]))
const runs = process.env.TEST_FULL === undefined ? 300 : 50_000
const values = fc.array(value, { minLength: 10, maxLength: 10 })

/** Three schemas that refer to each other; without circles where types are to be exact, since those are cut open. */
function schemas({ exact }: { readonly exact: boolean }): fc.Arbitrary<Contract['schemas']> {
  const each = places.map((_, i) => schema({ exact, places: exact ? places.slice(i + 1) : places }))
  return fc.tuple(...each).map((all) => Object.fromEntries(all.map((one, i) => [places[i] ?? '', one])))
}

function typesByName(all: Contract['schemas']): ReadonlyMap<string, Type> {
  const declared = declaredTypes(
    places,
    schemaSource({ schemaAt: (place) => all[place] ?? true, docs: {}, nameAt: (place) => names.get(place) }),
  )
  return new Map([...declared.values()].map(({ name, type }) => [name, type]))
}

const ajv = new Ajv({ strict: false, logger: false })
let documents = 0

/** The values of which ajv says so; schemas that contain themselves without end let it say nothing. */
function judged(all: Contract['schemas'], values: readonly Json[], verdict: boolean): readonly Json[] {
  // A new name each time: ajv keeps what it resolved under an old one.
  documents += 1
  ajv.addSchema(schemaDocument({ schemas: all }), `document${documents}`)
  try {
    const validate = ajv.getSchema(`document${documents}${schemaPointer(places[0] ?? '')}`)
    return values.filter((candidate) => validate?.(candidate) === verdict)
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  } finally {
    ajv.removeSchema(`document${documents}`)
  }
}

describe('the type of a random schema', () => {
  test('holds every value that validation lets through', () => {
    let letThrough = 0
    fc.assert(
      fc.property(schemas({ exact: false }), values, (all, candidates) => {
        const valid = judged(all, candidates, true)
        letThrough += valid.length
        const types = typesByName(all)
        expect(valid.filter((candidate) => !accepts(reference('A'), candidate, types))).toEqual([])
      }),
      { numRuns: runs },
    )
    expect(letThrough).toBeGreaterThan(runs)
  })

  test('holds no other value, where TypeScript can say what the schema says', () => {
    let refused = 0
    fc.assert(
      fc.property(schemas({ exact: true }), values, (all, candidates) => {
        const invalid = judged(all, candidates, false)
        refused += invalid.length
        const types = typesByName(all)
        expect(invalid.filter((candidate) => accepts(reference('A'), candidate, types))).toEqual([])
      }),
      { numRuns: runs },
    )
    expect(refused).toBeGreaterThan(runs)
  })

  test('compiles, and TypeScript finds in it the values that validation lets through', () => {
    const samples = fc.sample(fc.tuple(schemas({ exact: false }), values), 100)
    const files = samples.map(([all, candidates], i) => ({ path: `sample${i}.ts`, text: sampleText(all, candidates) }))
    expect(files.filter(({ text }) => text.includes('value0')).length).toBeGreaterThan(30)
    // An object that shares no member with a type of optional ones fits it; TypeScript takes it for a mistake.
    const found = complaints(files).filter((complaint) => !complaint.includes('has no properties in common'))
    expect(found).toEqual([])
  }, 120_000)
})

function reference(name: string): Type {
  return { kind: 'reference', name }
}

function sampleText(all: Contract['schemas'], candidates: readonly Json[]): string {
  const declarations = [...typesByName(all)].map(([name, type]) => `export ${printDeclaration(name, type)}`)
  const uses = judged(all, candidates, true).map((candidate, i) => {
    const text = data(candidate, { indent: 0, taken: 0 })
    // Not fresh any more, the value may have members that the type does not list.
    return `const value${i} = ${text}${typeof candidate === 'object' && candidate !== null ? ' as const' : ''}\nexport const fits${i}: A = value${i}`
  })
  return [...declarations, ...uses, ''].join('\n')
}
