import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../generator/model/document.js'
import { joinPointer, placeKey } from '../../generator/model/pointer.js'
import { schemaDocument, schemaPointer } from '../../generator/render/schema-document.js'
import { createValidator } from '../../templates/runtime/message/validator.js'

const awkward = [
  'plain',
  'a/b',
  'a~b',
  '~1',
  '~01',
  'a%2Fb',
  '%',
  '100%25',
  'a b',
  'a#b',
  '##',
  'a?b',
  'a&b=c',
  'a+b',
  '{id}',
  '^x|y$',
  'back\\slash',
  'quo\'te"',
  'ünï',
  '東京',
  '😀',
  'tab\t',
  'new\nline',
  'order.*',
  'a:b@c',
  '\u2028',
  '__proto__',
  'constructor',
]

describe('a schema is found by its pointer, and what refers to it finds it too', () => {
  test.each(awkward)('in a place with %j', (name) => {
    for (const file of ['', `../shared files/${name}.yaml`]) {
      const target = placeKey({ file, pointer: joinPointer('/components/schemas', name) })
      const user = placeKey({ file, pointer: joinPointer('/components/messages', name, 'payload') })
      const schemas = { [target]: { type: 'string', minLength: 2 }, [user]: { type: 'array', items: { $ref: target } } }
      // Through text, as the emitted file holds it.
      const document = JSON.parse(JSON.stringify(schemaDocument({ schemas })))
      const validator = createValidator(document)
      expect(validator.check(schemaPointer(target), 'ab')).toBeUndefined()
      expect(validator.check(schemaPointer(target), 'a')).toMatch(/fewer than 2/)
      expect(validator.check(schemaPointer(user), ['ab', 'cd'])).toBeUndefined()
      expect(validator.check(schemaPointer(user), ['ab', 'c'])).toMatch(/fewer than 2/)
    }
  })

  test('two places that differ in their escapes alone stay apart', () => {
    const places = ['#/a~1b', '#/a/b', '#/a%2Fb', '#/a~01b']
    expect(new Set(places.map(schemaPointer)).size).toBe(places.length)
    const schemas = Object.fromEntries(places.map((place, i) => [place, { const: i }]))
    const validator = createValidator({ ...schemaDocument({ schemas }) })
    for (const [i, place] of places.entries()) expect(validator.check(schemaPointer(place), i)).toBeUndefined()
  })

  test('half a surrogate pair in a place does no harm', () => {
    const place = '#/components/schemas/\ud800'
    const validator = createValidator({ ...schemaDocument({ schemas: { [place]: { type: 'string' } } }) })
    expect(validator.check(schemaPointer(place), 'a')).toBeUndefined()
  })
})

describe('the document holds what validation needs', () => {
  const pruned = (schema: Json) => schemaDocument({ schemas: { '#/a': schema } }).definitions['#/a']

  test('and nothing that says nothing about validity', () => {
    const noise = {
      $id: 'http://x',
      id: 'y',
      $schema: 'http://json-schema.org/draft-04/schema#',
      $async: true,
      $comment: 'c',
    }
    const more = {
      title: 't',
      description: 'd',
      default: 1,
      examples: [1],
      discriminator: 'kind',
      deprecated: true,
      'x-a': 1,
    }
    expect(pruned({ ...noise, ...more, definitions: { b: true }, type: 'string' })).toEqual({ type: 'string' })
  })

  test('members keep their names, whatever these are', () => {
    const properties = {
      id: true,
      title: { title: 'gone', type: 'string' },
      $id: {},
      'x-a': {},
      default: {},
      description: {},
    }
    expect(pruned({ type: 'object', properties })).toEqual({
      type: 'object',
      properties: { ...properties, title: { type: 'string' } },
    })
  })

  test('listed values and constants are left as they are', () => {
    const value = { title: 't', $ref: '#/b', id: 1 }
    expect(pruned({ enum: [value], const: value })).toEqual({ enum: [value], const: value })
  })

  test('nothing stands beside a reference', () => {
    expect(pruned({ $ref: '#/b', type: 'string' })).toEqual({ $ref: '#/definitions/%23~1b' })
  })

  test.each<[Json, readonly Json[], readonly Json[]]>([
    [{ type: 'string', nullable: true }, ['a', null], [1]],
    [{ nullable: true, enum: ['a'] }, ['a', null], ['b']],
    [{ nullable: true, allOf: [{ $ref: '#/b' }] }, [1, null], ['a']],
    [{ nullable: false, type: 'string' }, ['a'], [null]],
    [{ nullable: false }, ['a', null], []],
  ])('null is let through where %j asks for it', (schema, valid, invalid) => {
    const ajv = new Ajv({ strict: false, logger: false })
    ajv.addSchema(schemaDocument({ schemas: { '#/a': schema, '#/b': { type: 'integer' } } }), 'document')
    const validate = ajv.getSchema(`document${schemaPointer('#/a')}`)
    expect(valid.filter((value) => validate?.(value) !== true)).toEqual([])
    expect(invalid.filter((value) => validate?.(value) === true)).toEqual([])
  })

  test.each<[Json, Json]>([
    [{ properties: {} }, { type: 'object', properties: {} }],
    [
      { required: ['a'], items: true },
      { type: ['object', 'array'], required: ['a'], items: true },
    ],
    [
      { enum: [1], properties: {} },
      { enum: [1], properties: {} },
    ],
    [{ minLength: 1 }, { minLength: 1 }],
    [
      { type: 'object', anyOf: [{ required: ['a'] }] },
      { type: 'object', anyOf: [{ required: ['a'] }] },
    ],
    [{ anyOf: [{ required: ['a'] }] }, { anyOf: [{ type: 'object', required: ['a'] }] }],
    [
      { if: { required: ['a'] }, not: { properties: { a: { items: {} } } } },
      { if: { required: ['a'] }, not: { properties: { a: { items: {} } } } },
    ],
    [
      { type: 'array', items: { properties: {} } },
      { type: 'array', items: { type: 'object', properties: {} } },
    ],
    [{ nullable: true, properties: {} }, { anyOf: [{ type: 'null' }, { type: 'object', properties: {} }] }],
  ])('%j says the kind that its words imply: %j', (schema, expected) => {
    expect(pruned(schema)).toEqual(expected)
  })

  test('and tuples as draft-07 writes them', () => {
    const item = { type: 'string' }
    const tuple = (words: object) => pruned({ type: 'array', ...words })
    expect(tuple({ prefixItems: [item] })).toEqual({ type: 'array', items: [item] })
    expect(tuple({ prefixItems: [item], items: false })).toEqual({
      type: 'array',
      items: [item],
      additionalItems: false,
    })
    expect(tuple({ prefixItems: [], items: item })).toEqual({ type: 'array', items: item })
  })

  test('and its definitions are sorted', () => {
    expect(Object.keys(schemaDocument({ schemas: { '#/b': true, '#/a': true } }).definitions)).toEqual(['#/a', '#/b'])
  })
})
