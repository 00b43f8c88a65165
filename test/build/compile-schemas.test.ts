import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileSchemas } from '../../generator/build/compile-schemas.js'
import { isObject, type Json, type JsonObject } from '../../generator/model/document.js'
import { mapSubschemas } from '../../generator/model/schema-keywords.js'

const place = '#/components/schemas/Order'

test('a schema is refused exactly when ajv cannot compile it, or a part of it that ajv might skip', async () => {
  const seen = { right: 0, wrong: 0 }
  await fc.assert(
    fc.asyncProperty(schema, async (value) => {
      const isRight = partsOf(value).every(compiles)
      seen[isRight ? 'right' : 'wrong'] += 1
      const findings = await compileSchemas({ schemas: { [place]: value } })
      expect({ value, isRight: findings.length === 0 }).toEqual({ value, isRight })
    }),
    { numRuns: 200 },
  )
  expect(Math.min(seen.right, seen.wrong)).toBeGreaterThan(30)
})

test('the finding stands where the fault is', async () => {
  const broken = { properties: { id: { type: 'string', pattern: '[' }, lines: { items: { minLength: -1 } } } }
  const pattern = await compileSchemas({ schemas: { [place]: { properties: { id: broken.properties.id } } } })
  expect(pattern.map(({ at }) => at)).toEqual([{ file: '', pointer: '/components/schemas/Order/properties/id' }])
  const length = await compileSchemas({ schemas: { [`more.yaml${place}`]: broken } })
  expect(length.map(({ at }) => at)).toEqual([
    { file: 'more.yaml', pointer: '/components/schemas/Order/properties/lines/items/minLength' },
  ])
})

test('a fault is reported once, however many schemas refer to it', async () => {
  const schemas = { [place]: { pattern: '(' }, '#/components/schemas/Basket': { items: { $ref: place } } }
  expect(await compileSchemas({ schemas })).toHaveLength(1)
})

test('what a reference leads to is no matter of the schema that refers to it', async () => {
  expect(await compileSchemas({ schemas: { [place]: { $ref: place }, '#/x': { allOf: [{ $ref: '#/y' }] } } })).toEqual(
    [],
  )
})

const ajv = new Ajv({ strict: false, logger: false })
formats.default(ajv)

function compiles(value: Json): boolean {
  // True: only schemas are generated.
  const schema = value as JsonObject
  try {
    ajv.compile(schema)
    return true
  } catch {
    return false
  } finally {
    ajv.removeSchema(schema)
  }
}

function withoutAbsent(members: Readonly<Record<string, Json | undefined>>): Json {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function partsOf(value: Json): readonly Json[] {
  const parts: Json[] = []
  if (isObject(value)) {
    for (const [word, member] of Object.entries(value)) {
      mapSubschemas(word, member, (part) => {
        parts.push(...partsOf(part))
        return part
      })
    }
  }
  return [value, ...parts]
}

/** Keywords with right and wrong values. Below a pattern stands a schema that is not always fulfilled, else ajv skips it. */
const schema: fc.Arbitrary<Json> = fc.letrec<{ schema: Json }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    leaf({ type: fc.constantFrom<Json[]>('string', 'integer', ['string', 'null'], 'object') }),
    leaf({ pattern: fc.constantFrom('^a', '^\\d+$', '[a-z', '\\-', '(?<name>a)', '(') }),
    leaf({ format: fc.constantFrom('date', 'uuid', 'unheard-of'), formatMinimum: fc.constantFrom('2020-01-01', 'x') }),
    leaf({ minimum: fc.constantFrom<Json[]>(0, 1.5, '1'), multipleOf: fc.constantFrom(1, 0, -1) }),
    leaf({
      enum: fc.constantFrom<Json[]>(['a'], [1, null], [], 'a'),
      const: fc.constantFrom<Json[]>(1, null, { pattern: '(' }),
    }),
    leaf({
      minLength: fc.constantFrom<Json[]>(0, 3, -1, 1.5),
      required: fc.constantFrom<Json[]>(['a'], ['a', 'a'], 'a'),
    }),
    leaf({ properties: fc.dictionary(fc.constantFrom('a', 'pattern', 'type'), tie('schema'), { maxKeys: 2 }) }),
    leaf({ patternProperties: fc.record({ '^x': tie('schema') }), additionalProperties: tie('schema') }),
    leaf({ patternProperties: fc.constantFrom<Json[]>({ '[': { type: 'string' } }, { '^a': { type: 'number' } }) }),
    leaf({ items: fc.oneof(tie('schema'), fc.array(tie('schema'), { minLength: 1, maxLength: 2 })) }),
    leaf({ anyOf: fc.array(tie('schema'), { maxLength: 2 }), not: tie('schema') }),
    leaf({ dependencies: fc.constantFrom<Json[]>({ a: ['b'] }, { a: { pattern: '(' } }, { a: 'b' }) }),
  ),
})).schema

function leaf(keywords: Readonly<Record<string, fc.Arbitrary<Json>>>): fc.Arbitrary<Json> {
  return fc.record(keywords, { requiredKeys: [], noNullPrototype: true }).map(withoutAbsent)
}
