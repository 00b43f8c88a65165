import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Type } from '../../generator/render/types/type.js'
import { allKeywords, KeywordCounter } from './keyword-counter.js'
import { value } from './random-value.js'
import { declarationsOf, judged, type SchemaSet, schemaSets } from './schema-set.js'
import { accepts } from './type-accepts.js'
import { madeValues } from './value-of-schema.js'

const runs = process.env.TEST_FULL === undefined ? 2_000 : 50_000
const values = fc.array(value, { minLength: 5, maxLength: 5 })

describe('the type of a random schema', () => {
  test('holds every value that validation lets through', () => {
    let letThrough = 0
    const counter = new KeywordCounter()
    fc.assert(
      fc.property(schemaSets({ exact: false }), values, fc.nat(), (schemas, anyValues, seed) => {
        const valid = judged(schemas, [...anyValues, ...madeValues(schemas, seed)], true)
        letThrough += valid.length
        if (valid.length > 0) for (const schema of Object.values(schemas)) counter.count(schema)
        const types = typesByName(schemas)
        expect(valid.filter((candidate) => !accepts(reference('A'), candidate, types))).toEqual([])
      }),
      { numRuns: runs, seed: 10_000 },
    )
    expect(letThrough).toBeGreaterThan(3 * runs)
    expect(counter.rarerThan(100, allKeywords)).toEqual([])
  }, 3_600_000)

  test('holds no other value, where TypeScript can say what the schema says', () => {
    let refused = 0
    fc.assert(
      fc.property(schemaSets({ exact: true }), values, fc.nat(), (schemas, anyValues, seed) => {
        const invalid = judged(schemas, [...anyValues, ...madeValues(schemas, seed)], false)
        refused += invalid.length
        const types = typesByName(schemas)
        expect(invalid.filter((candidate) => accepts(reference('A'), candidate, types))).toEqual([])
      }),
      { numRuns: runs, seed: 11_000 },
    )
    expect(refused).toBeGreaterThan(runs)
  }, 3_600_000)
})

function typesByName(schemas: SchemaSet): ReadonlyMap<string, Type> {
  return new Map([...declarationsOf(schemas).values()].map(({ name, type }) => [name, type]))
}

function reference(name: string): Type {
  return { kind: 'reference', name }
}
