import { describe, expect, test } from 'vitest'
import type { Json } from '../../generator/model/document.js'
import { sourceOf, typeText } from './types-text.js'

describe('scalars', () => {
  test.each<[Json, string]>([
    [{ type: 'string' }, 'string'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'number' }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ type: 'null' }, 'null'],
    [{ type: ['integer', 'number'] }, 'number'],
    [true, 'unknown'],
    [{}, 'unknown'],
    [false, 'never'],
    [{ minLength: 3 }, 'unknown'],
    [
      { not: { type: 'null' } },
      'string | number | boolean | { readonly [name: string]: unknown } | readonly unknown[]',
    ],
    [{ type: ['string', 'null'], not: { type: 'null' } }, 'string'],
    [{ not: {} }, 'never'],
    [{ not: { const: 1 } }, 'unknown'],
    [{ not: { type: ['string', 'number', 'array', 'object'] } }, 'boolean | null'],
    [{ type: ['integer', 'string'], not: { type: 'integer' } }, 'string | number'],
    [{ type: ['boolean', 'null'], not: { const: null } }, 'boolean'],
    [{ type: 'boolean', not: { const: true } }, 'false'],
    [{ type: ['boolean', 'string'], not: { enum: [true, false] } }, 'string'],
    [{ type: 'string', format: 'int64' }, 'string'],
    [{ type: ['integer', 'string'], format: 'int64' }, 'string | number'],
    [{ type: 'string', format: 'date-time' }, 'string'],
    [{ type: ['string', 'number', 'boolean', 'object', 'array', 'null'] }, 'unknown'],
  ])('%j is %s', (schema, text) => expect(typeText(schema)).toBe(text))
})

describe('null, however it is written', () => {
  test.each<[Json, string]>([
    [{ type: ['null', 'string'] }, 'string | null'],
    [{ type: 'string', nullable: true }, 'string | null'],
    [{ oneOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    [{ anyOf: [{ type: 'null' }, { type: 'integer' }] }, 'number | null'],
    [{ enum: ['a', null] }, "'a' | null"],
    [{ type: 'string', enum: ['a', null] }, "'a'"],
    [{ type: ['string', 'null'], enum: ['a', null] }, "'a' | null"],
    [{ nullable: true, allOf: [{ type: 'string' }] }, 'string | null'],
    [{ nullable: true, enum: ['a'] }, "'a' | null"],
    [{ type: ['object', 'null'], properties: { a: { type: 'string' } } }, '{ readonly a?: string } | null'],
    [{ type: ['array', 'null'], items: { type: 'string' } }, 'readonly string[] | null'],
    [{ const: null }, 'null'],
  ])('%j is %s', (schema, text) => expect(typeText(schema)).toBe(text))
})

describe('listed values', () => {
  test.each<[Json, string]>([
    [{ enum: ['a', 'b'] }, "'a' | 'b'"],
    [{ enum: [1, '1', true, null, 'true'] }, "1 | '1' | true | 'true' | null"],
    [{ enum: [1, -1, 0, 1.5, 1e21, 12345] }, '1 | -1 | 0 | 1.5 | 1e+21 | 12_345'],
    [{ enum: [true, false] }, 'boolean'],
    [{ type: 'boolean', enum: [true] }, 'true'],
    [{ type: 'integer', enum: [1, 2.5, 'a'] }, '1'],
    [{ enum: [] }, 'never'],
    [{ const: 'a', enum: ['a', 'b'] }, "'a'"],
    [{ const: { kind: 'x', list: [1, 'a'] } }, "{ readonly kind: 'x'; readonly list: readonly [1, 'a'] }"],
    [{ const: {} }, '{ readonly [name: string]: never }'],
    [{ const: [] }, 'readonly []'],
    [{ type: 'string', oneOf: [{ const: 'a' }, { const: 'b' }] }, "'a' | 'b'"],
    [
      { enum: ["it's", 'a\\b', 'new\nline', '`${x}`', '\u2028', '</script>'] },
      "'it\\'s' | 'a\\\\b' | 'new\\nline' | '`${x}`' | '\\u2028' | '<\\/script>'",
    ],
    [{ type: 'object', enum: [{ a: 1 }, 'b'] }, '{ readonly a: 1 }'],
    [{ enum: ['a', 'b', 'c'], not: { enum: ['b', 'x'] } }, "'a' | 'c'"],
    [{ enum: ['a', 'b', null], not: { anyOf: [{ const: 'a' }, { type: 'null' }] } }, "'b'"],
    [{ const: { a: 1, b: 2 }, enum: [{ b: 2, a: 1 }] }, '{ readonly a: 1; readonly b: 2 }'],
  ])('%j is %s', (schema, text) => expect(typeText(schema)).toBe(text))
})

describe('objects', () => {
  const members = { a: { type: 'string' }, b: { type: 'integer' } }
  test.each<[Json, string]>([
    [{ type: 'object' }, '{ readonly [name: string]: unknown }'],
    [{ properties: members }, '{ readonly a?: string; readonly b?: number }'],
    [{ type: 'object', properties: members, required: ['b'] }, '{ readonly a?: string; readonly b: number }'],
    [{ type: 'object', required: ['c'] }, '{ readonly c: {} | null }'],
    [
      { required: ['c'], additionalProperties: { type: 'string' } },
      '{ readonly c: string; readonly [name: string]: string }',
    ],
    [{ required: ['c'], additionalProperties: false }, '{ readonly c: never }'],
    [{ type: 'object', additionalProperties: false }, '{ readonly [name: string]: never }'],
    [{ type: 'object', additionalProperties: true }, '{ readonly [name: string]: unknown }'],
    [{ properties: { a: true }, required: ['a'], additionalProperties: false }, '{ readonly a: unknown }'],
    [
      { properties: members, additionalProperties: {} },
      '{ readonly a?: string; readonly b?: number; readonly [name: string]: unknown }',
    ],
    [
      { properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: { type: 'integer' } },
      '{ readonly a: string; readonly [name: string]: number | string }',
    ],
    [
      { properties: { a: { type: 'string' } }, additionalProperties: { type: 'string' } },
      '{ readonly a?: string; readonly [name: string]: string | undefined }',
    ],
    [
      { patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false },
      '{ readonly [name: string]: string }',
    ],
    [
      {
        patternProperties: { '^x-': { type: 'string' }, '^y-': { type: 'null' } },
        additionalProperties: { type: 'integer' },
      },
      '{ readonly [name: string]: string | number | null }',
    ],
    [{ patternProperties: { '^x-': { type: 'string' } } }, '{ readonly [name: string]: unknown }'],
    [
      { patternProperties: { '^x-': { type: 'string' } }, required: ['x-a', 'b'], additionalProperties: false },
      "{ readonly 'x-a': string; readonly b: never; readonly [name: string]: string }",
    ],
    [
      { type: 'object', propertyNames: { enum: ['a', 'b'] }, additionalProperties: { type: 'integer' } },
      '{ readonly a?: number; readonly b?: number }',
    ],
    [{ properties: { a: false } }, '{ readonly a?: never }'],
    [
      {
        properties: { a: { type: 'object', properties: members, anyOf: [{ required: ['a'] }] } },
        additionalProperties: { type: 'null' },
      },
      '{ readonly a?: { readonly a?: string; readonly b?: number } & { readonly a: {} | null }; readonly [name: string]: unknown }',
    ],
    [{ properties: members, not: { required: ['a'] } }, '{ readonly a?: never; readonly b?: number }'],
    [{ required: ['a'], not: { required: ['b'] } }, '{ readonly a: {} | null; readonly b?: never }'],
    [
      { type: 'object', not: { anyOf: [{ required: ['a'] }, { required: ['b'] }] } },
      '{ readonly a?: never; readonly b?: never }',
    ],
    [
      { type: 'object', properties: members, not: { required: ['a', 'b'] } },
      '{ readonly a?: string; readonly b?: number }',
    ],
    [{ type: 'object', propertyNames: false }, '{ readonly [name: string]: never }'],
    [{ type: 'object', propertyNames: { const: 'a' } }, '{ readonly a?: unknown }'],
    [{ type: 'object', propertyNames: { pattern: '^a' } }, '{ readonly [name: string]: unknown }'],
    [
      { properties: { 'a-b': {}, class: {}, '1a': {}, naïve: {}, '': {}, $id2: {}, __proto__: {} } },
      "{ readonly 'a-b'?: unknown; readonly class?: unknown; readonly '1a'?: unknown; readonly 'naïve'?: unknown; readonly ''?: unknown; readonly $id2?: unknown }",
    ],
  ])('%j is %s', (schema, text) => expect(typeText(schema)).toBe(text))
})

describe('arrays', () => {
  const pair = [{ type: 'string' }, { type: 'integer' }]
  test.each<[Json, string]>([
    [{ type: 'array' }, 'readonly unknown[]'],
    [{ items: { type: 'string' } }, 'readonly string[]'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, 'readonly (string | null)[]'],
    [{ type: 'array', items: { type: 'array', items: { type: 'string' } } }, 'readonly (readonly string[])[]'],
    [{ type: 'array', items: pair }, 'readonly [string?, number?, ...unknown[]]'],
    [{ type: 'array', items: pair, minItems: 1, additionalItems: false }, 'readonly [string, number?]'],
    [{ type: 'array', items: pair, minItems: 2, maxItems: 2 }, 'readonly [string, number]'],
    [
      { type: 'array', items: pair, minItems: 5, additionalItems: { type: 'null' } },
      'readonly [string, number, ...null[]]',
    ],
    [{ type: 'array', items: pair, maxItems: 1 }, 'readonly [string?]'],
    [{ type: 'array', items: [] }, 'readonly unknown[]'],
    [
      { type: 'array', items: [{ type: 'array', items: { type: 'string' } }] },
      'readonly [(readonly string[])?, ...unknown[]]',
    ],
    [{ type: 'array', items: false }, 'readonly never[]'],
    [{ type: 'array', maxItems: 0, items: [] }, 'readonly []'],
    [{ prefixItems: pair }, 'readonly [string?, number?, ...unknown[]]'],
    [{ type: 'array', prefixItems: pair, minItems: 2, items: false }, 'readonly [string, number]'],
    [{ prefixItems: pair, minItems: 1, items: { type: 'null' } }, 'readonly [string, number?, ...null[]]'],
    [{ prefixItems: pair, items: [{ type: 'null' }] }, 'readonly [null?, ...unknown[]]'],
    [{ prefixItems: [], items: { type: 'string' } }, 'readonly string[]'],
  ])('%j is %s', (schema, text) => expect(typeText(schema)).toBe(text))
})

describe('combinations', () => {
  const a = { properties: { a: { type: 'string' } }, required: ['a'] }
  const b = { properties: { b: { type: 'string' } }, required: ['b'] }
  test.each<[Json, string]>([
    [{ oneOf: [a, b] }, '{ readonly a: string } | { readonly b: string }'],
    [{ anyOf: [a, { type: 'string' }, { type: 'null' }] }, 'string | { readonly a: string } | null'],
    [{ allOf: [a, b] }, '{ readonly a: string } & { readonly b: string }'],
    [{ type: 'object', allOf: [a] }, '{ readonly a: string }'],
    [{ type: ['object', 'null'], allOf: [{ type: 'object', ...a }] }, '{ readonly a: string }'],
    [
      { type: 'object', properties: { c: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      '{ readonly c?: unknown } & ({ readonly a: {} | null } | { readonly b: {} | null })',
    ],
    [{ oneOf: [a, { const: 'none' }] }, "'none' | { readonly a: string }"],
    [{ type: 'string', anyOf: [{ minLength: 3 }, { pattern: 'x' }] }, 'string'],
    [{ type: 'string', allOf: [{ enum: ['a', 'b', 1] }, { enum: ['b', 'c'] }] }, "'b'"],
    [{ allOf: [{ type: 'string' }, { type: 'integer' }] }, 'never'],
    [{ oneOf: [a, true] }, 'unknown'],
    [{ oneOf: [{ type: 'object' }, { type: 'object', ...a }] }, '{ readonly [name: string]: unknown }'],
    [{ allOf: [] }, 'unknown'],
    [{ oneOf: [] }, 'unknown'],
    [{ type: 'array', items: { allOf: [a, b] } }, 'readonly ({ readonly a: string } & { readonly b: string })[]'],
    [{ oneOf: [{ allOf: [a, b] }, { type: 'null' }] }, '({ readonly a: string } & { readonly b: string }) | null'],
    [{ if: a, then: b }, 'unknown'],
    [{ type: 'object', ...a, if: a, then: b, else: a, dependencies: { a: b } }, '{ readonly a: string }'],
    [
      {
        oneOf: [
          { required: ['a'], not: { required: ['b'] } },
          { required: ['b'], not: { required: ['a'] } },
        ],
      },
      '{ readonly a: {} | null; readonly b?: never } | { readonly b: {} | null; readonly a?: never }',
    ],
  ])('%j is %s', (schema, text) => expect(typeText(schema)).toBe(text))
})

describe('references', () => {
  const ref = { $ref: '#/components/schemas/Node' }
  const node: Json = { type: 'object', properties: { next: ref, kids: { type: 'array', items: ref } } }

  test('a named schema is referred to by its name', () => {
    const source = sourceOf({ '#/components/schemas/Node': node }, { '#/components/schemas/Node': 'TreeNode' })
    expect(typeText({ type: 'array', items: ref }, source)).toBe('readonly TreeNode[]')
    expect(typeText(node, source)).toBe('{ readonly next?: TreeNode; readonly kids?: readonly TreeNode[] }')
  })

  test('an unnamed schema that contains itself is named after its place', () => {
    expect(typeText(ref, sourceOf({ '#/components/schemas/Node': node }))).toBe('Node')
  })

  test('an unnamed schema that is used once is written out', () => {
    const schemas = { '#/components/schemas/Node': { type: 'string' }, '#/components/schemas/Use': ref }
    expect(typeText(ref, sourceOf(schemas))).toBe('string')
  })

  test('what stands beside a reference does not count', () => {
    const source = sourceOf({ '#/components/schemas/Node': node }, { '#/components/schemas/Node': 'TreeNode' })
    expect(typeText({ ...ref, type: 'string' }, source)).toBe('TreeNode')
  })

  test('null is added to a reference in every spelling', () => {
    const source = sourceOf({ '#/components/schemas/Node': node }, { '#/components/schemas/Node': 'TreeNode' })
    expect(typeText({ oneOf: [ref, { type: 'null' }] }, source)).toBe('TreeNode | null')
    expect(typeText({ nullable: true, allOf: [ref] }, source)).toBe('TreeNode | null')
    expect(typeText({ anyOf: [{ type: 'null' }, ref] }, source)).toBe('TreeNode | null')
  })

  test('a reference to values of several kinds is narrowed to the kind that is asked for', () => {
    const source = sourceOf({ '#/a': { type: ['object', 'string', 'null'] } }, { '#/a': 'Loose' })
    expect(typeText({ type: 'string', allOf: [{ $ref: '#/a' }] }, source)).toBe('string & Loose')
    expect(typeText({ type: 'null', allOf: [{ $ref: '#/a' }] }, source)).toBe('null')
    expect(typeText({ type: 'integer', allOf: [{ $ref: '#/a' }] }, source)).toBe('never')
    expect(typeText({ type: 'object', allOf: [{ $ref: '#/a' }] }, source)).toBe(
      '{ readonly [name: string]: unknown } & Loose',
    )
  })

  test('names that a reference lists are members', () => {
    const source = sourceOf({ '#/a': { enum: ['x', 'y', 1] } }, { '#/a': 'Names' })
    const map = { type: 'object', propertyNames: { $ref: '#/a' }, additionalProperties: { type: 'string' } }
    expect(typeText(map, source)).toBe('{ readonly x?: string; readonly y?: string }')
  })

  test('a discriminator narrows nothing: validation does not know it either', () => {
    const pet = { type: 'object', discriminator: 'kind', required: ['kind'], properties: { kind: { type: 'string' } } }
    const source = sourceOf({ '#/Pet': pet }, { '#/Pet': 'Pet' })
    const cat = { allOf: [{ $ref: '#/Pet' }, { properties: { lives: { type: 'integer' } } }] }
    expect(typeText(cat, source)).toBe('Pet & { readonly lives?: number }')
  })

  test('a reference that leads nowhere is any value', () => {
    expect(typeText({ type: 'array', items: ref }, sourceOf())).toBe('readonly unknown[]')
  })
})

describe('objects in objects in objects', () => {
  test('are printed once each, however deep they are', () => {
    const wrap = (inner: Json): Json => ({ type: 'object', properties: { a: inner } })
    const either = (inner: Json): Json => ({ oneOf: [wrap(inner), { type: 'array', items: { type: 'string' } }] })
    const deep = (layer: (inner: Json) => Json, depth: number): Json =>
      Array.from({ length: depth }).reduce<Json>((inner) => layer(inner), { type: 'string' })
    // Printed twice at each level, the deepest would be printed more than ten million times.
    expect(typeText(deep(wrap, 24)).match(/a\?: string/g)).toHaveLength(1)
    expect(typeText(deep(either, 24)).match(/a\?: string/g)).toHaveLength(1)
  })
})
