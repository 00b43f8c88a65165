import { describe, expect, test } from 'vitest'
import { createValidator } from '../../templates/runtime/message/validator.js'

const schemas = {
  definitions: {
    Order: {
      type: 'object',
      required: ['id'],
      additionalProperties: false,
      properties: {
        id: { type: 'string', minLength: 1, pattern: '^o-' },
        count: { type: 'integer', maximum: 9, default: 1 },
        kind: { enum: ['new', 'old'] },
        at: { type: 'string', format: 'date-time' },
        lines: { type: 'array', items: { $ref: '#/definitions/Line' } },
      },
    },
    Line: {
      type: 'object',
      required: ['sku'],
      properties: { sku: { const: 'x' }, parent: { $ref: '#/definitions/Line' } },
    },
    Either: { oneOf: [{ $ref: '#/definitions/Line' }, { type: 'null' }] },
    Headers: {
      properties: { own: {} },
      allOf: [{ $ref: '#/definitions/Common' }],
      anyOf: [{ properties: { any: {} } }],
      if: { properties: { cond: {} } },
      then: { properties: { more: {} } },
      not: { properties: { never: {} } },
    },
    Common: {
      properties: { common: {}, nested: { properties: { inner: {} } } },
      oneOf: [{ $ref: '#/definitions/Headers' }],
    },
    'a/b c~é%': { type: 'string' },
    Anything: true,
    Nothing: false,
    Unknown: { type: 'string', format: 'no-such-format', 'x-own-keyword': 1, discriminator: 'kind' },
  },
}

describe('check', () => {
  const { check } = createValidator(schemas)
  const order = '#/definitions/Order'
  const cases: readonly (readonly [string, string | undefined, unknown, string | undefined])[] = [
    ['accepts what fits', order, { id: 'o-1', at: '2024-02-29T12:00:00Z', kind: 'new' }, undefined],
    ['accepts anything without a schema', undefined, { any: 'thing' }, undefined],
    ['accepts anything where the schema is true', '#/definitions/Anything', null, undefined],
    ['accepts nothing where the schema is false', '#/definitions/Nothing', 1, 'boolean schema is false'],
    ['says that the whole is wrong', order, 'text', 'must be object'],
    ['names a missing member', order, {}, "must have required property 'id'"],
    ['names a member too many', order, { id: 'o-1', extra: 1 }, 'must not have the member extra'],
    ['names the place', order, { id: 'o-1', lines: [{ sku: 'x' }, {}] }, "/lines/1 must have required property 'sku'"],
    [
      'follows recursion',
      order,
      { id: 'o-1', lines: [{ sku: 'x', parent: { sku: 'y' } }] },
      '/lines/0/parent/sku must be equal to constant',
    ],
    ['checks formats', order, { id: 'o-1', at: 'tomorrow' }, '/at must match format "date-time"'],
    ['coerces nothing', order, { id: 'o-1', count: '3' }, '/count must be integer'],
    [
      'tells what no branch of a union accepts',
      '#/definitions/Either',
      {},
      "must match exactly one schema in oneOf (must have required property 'sku')",
    ],
    ['ignores formats and keywords that ajv does not know', '#/definitions/Unknown', 'x', undefined],
    ['finds a name as a reference would write it', '#/definitions/a~1b%20c~0%C3%A9%25', 1, 'must be string'],
  ]
  test.each(cases)('%s', (_, pointer, value, expected) => {
    expect(check(pointer, value)).toBe(expected)
  })

  test('never quotes a value', () => {
    const secrets = [
      { id: 'SECRET' },
      { id: 'o-1', kind: 'SECRET' },
      { id: 'o-1', at: 'SECRET' },
      { id: 'o-1', lines: [{ sku: 'SECRET' }] },
      { id: 'o-1', count: 1_000_000 },
      { id: ['SECRET'] },
    ]
    for (const secret of secrets) {
      const message = check(order, secret)
      expect(message).toEqual(expect.any(String))
      expect(message).not.toMatch(/SECRET|1000000/)
    }
  })

  test('fills in no defaults', () => {
    const value = { id: 'o-1' }
    check(order, value)
    expect(value).toEqual({ id: 'o-1' })
  })

  test('says when the schema is not there', () => {
    expect(() => check('#/definitions/Missing', 1)).toThrow('there is no schema at #/definitions/Missing')
  })
})

test('a schema is compiled only when it is first used', () => {
  const broken = { definitions: { Good: { type: 'string' }, Broken: { $ref: '#/definitions/Missing' } } }
  const { check } = createValidator(broken)
  expect(check('#/definitions/Good', 'x')).toBeUndefined()
  expect(() => check('#/definitions/Broken', 'x')).toThrow(/Missing/)
})

test('a document with an invalid schema is refused at once', () => {
  expect(() => createValidator({ definitions: { Bad: { type: 'text' } } })).toThrow(/schema is invalid/)
})

test('declared members are found through references and compositions, once', () => {
  const { declared } = createValidator(schemas)
  expect([...declared('#/definitions/Headers')].sort()).toEqual(['any', 'common', 'cond', 'more', 'nested', 'own'])
  expect([...declared(undefined)]).toEqual([])
  expect([...declared('#/definitions/Anything')]).toEqual([])
  expect([...declared('#/definitions/Missing')]).toEqual([])
})
