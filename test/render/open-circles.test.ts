import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../generator/model/document.js'
import { openCircles } from '../../generator/render/open-circles.js'
import { schemaDocument, schemaPointer } from '../../generator/render/schema-document.js'
import { createValidator } from '../../templates/runtime/message/validator.js'
import { containsItself, schemaSets } from '../properties/schema-set.js'

const to = (name: string): Json => ({ $ref: `#/${name}` })

describe('a reference that closes a circle on one level', () => {
  test.each<[string, Record<string, Json>, Record<string, Json>]>([
    ['to itself', { a: to('a') }, { a: true }],
    ['in allOf', { a: { allOf: [to('a'), { type: 'string' }] } }, { a: { allOf: [true, { type: 'string' }] } }],
    ['in anyOf', { a: { anyOf: [to('a'), { type: 'string' }] } }, { a: { anyOf: [false, { type: 'string' }] } }],
    [
      'in allOf below anyOf',
      { a: { anyOf: [{ allOf: [to('a'), { minLength: 1 }] }, { type: 'string' }] } },
      { a: { anyOf: [{ allOf: [false, { minLength: 1 }] }, { type: 'string' }] } },
    ],
    [
      'over another schema',
      { a: { allOf: [to('b'), { type: 'string' }] }, b: { anyOf: [to('a'), { type: 'null' }] } },
      { a: { allOf: [to('b'), { type: 'string' }] }, b: { anyOf: [true, { type: 'null' }] } },
    ],
    ['in a condition', { a: { if: to('a'), then: to('a') } }, { a: { if: false, then: true } }],
  ])('%s says nothing', (_, schemas, expected) => {
    expect(openCircles(placed(schemas))).toEqual(placed(expected))
  })

  test('is none behind a member, an item or a map', () => {
    const node = { properties: { next: to('a') }, items: to('a'), additionalProperties: { anyOf: [to('a'), to('b')] } }
    const schemas = placed({ a: node, b: { allOf: [to('a')] } })
    expect(openCircles(schemas)).toBe(schemas)
  })

  test('is gone from every set of schemas, and nothing else is', () => {
    const seen = { circles: 0, others: 0 }
    fc.assert(
      fc.property(schemaSets({ exact: false }), (schemas) => {
        const opened = openCircles(schemas)
        seen[containsItself(schemas) ? 'circles' : 'others'] += 1
        expect(containsItself(opened)).toBe(false)
        expect(openCircles(opened)).toBe(opened)
      }),
      { numRuns: 2_000, seed: 40_000 },
    )
    expect(Math.min(seen.circles, seen.others)).toBeGreaterThan(50)
  })

  test('would make validation endless', () => {
    const schemas = placed({ a: { allOf: [to('b')], type: 'object' }, b: { allOf: [to('a')], required: ['id'] } })
    const validator = (all: Record<string, Json>) => createValidator({ ...schemaDocument({ schemas: all }) })
    const opened = validator({ ...openCircles(schemas) })
    expect(() => validator(schemas).check(schemaPointer('#/a'), { id: 1 })).toThrow(RangeError)
    expect(opened.check(schemaPointer('#/a'), { id: 1 })).toBeUndefined()
    expect(opened.check(schemaPointer('#/a'), {})).toMatch(/must have required property 'id'/)
  })

  test('is found in a chain of any length', () => {
    const length = 20_000
    const chain = Array.from({ length }, (_, i) => [`s${i}`, { allOf: [to(`s${(i + 1) % length}`)] }])
    const opened = openCircles(placed(Object.fromEntries(chain)))
    expect(Object.values(opened).filter((schema) => JSON.stringify(schema) === '{"allOf":[true]}')).toHaveLength(1)
  })
})

function placed(schemas: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [`#/${name}`, schema]))
}
