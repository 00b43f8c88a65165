import { isList, isObject, type Json, type JsonObject } from '../../generator/model/document.js'
import { mapSubschemas } from '../../generator/model/schema-keywords.js'
import { kindsOf, listOf, ownKinds, type SchemaAt } from './schema-kinds.js'

/** A shape of schemas for which json-schema-to-typescript has another type than we have, for a reason. */
export interface Difference {
  readonly reason: string
  /** A schema for which the two differ; if they agree one day, the entry has to go. */
  readonly example: Json
  /** The nearest schema without that shape; undefined where a schema does not have it. */
  readonly without: (schema: JsonObject, schemaAt: SchemaAt) => Json | undefined
}

/** The schema as both can be asked about it. Told are the differences that had to be taken out. */
export function comparable(schema: Json, schemaAt: SchemaAt, met: (name: string) => void): Json {
  if (!isObject(schema) || typeof schema.$ref === 'string') return schema
  const inner = Object.entries(schema).map(([word, value]) => {
    return [word, mapSubschemas(word, value, (child) => comparable(child, schemaAt, met))] as const
  })
  return Object.entries(differences).reduce<Json>((left, [name, { without }]) => {
    const changed = isObject(left) ? without(left, schemaAt) : undefined
    if (changed !== undefined) met(name)
    return changed ?? left
  }, Object.fromEntries(inner))
}

/** In the order in which they are taken out. */
export const differences: Readonly<Record<string, Difference>> = {
  not: {
    reason: 'the peer reads no `not`; we take away kinds, values and members',
    example: { type: ['string', 'null'], not: { type: 'null' } },
    without: (schema) => (schema.not === undefined ? undefined : omit(schema, 'not')),
  },
  valueOfOtherKind: {
    reason: 'the peer lists values that the `type` beside them does not let through',
    example: { type: 'string', enum: ['a', 1] },
    without: (schema) => {
      const listed = isList(schema.enum) ? schema.enum : schema.const === undefined ? undefined : [schema.const]
      if (listed === undefined || (schema.type === undefined && schema.nullable !== true)) return undefined
      return omit(schema, 'type', 'nullable')
    },
  },
  default: {
    reason: 'the peer takes the kind of the `default` for one that is meant as well',
    example: { type: 'string', default: 1 },
    without: (schema) => {
      if (schema.default === undefined || ownKinds({ const: schema.default }) === undefined) return undefined
      const [kind = ''] = ownKinds({ const: schema.default }) ?? []
      return ownKinds(omit(schema, 'default'))?.has(kind) === true ? undefined : omit(schema, 'default')
    },
  },
  names: {
    reason: 'the peer reads no `propertyNames`; we list the members that have a possible name',
    example: { type: 'object', propertyNames: false },
    without: (schema) => (schema.propertyNames === undefined ? undefined : asObject(omit(schema, 'propertyNames'))),
  },
  requiredAlone: {
    reason: 'the peer ignores required members that `properties` does not list',
    example: { type: 'object', required: ['a'] },
    without: (schema) => {
      const { required, properties } = schema
      if (!isList(required)) return undefined
      const known = required.filter((name) => typeof name === 'string' && isObject(properties) && name in properties)
      return known.length === required.length ? undefined : asObject({ ...schema, required: known })
    },
  },
  size: {
    reason: 'the peer writes the number of items of a list into its type: nobody could build such a list with `map`',
    example: { type: 'array', items: { type: 'string' }, minItems: 1 },
    without: (schema) => {
      if (isTuple(schema) || (schema.minItems === undefined && schema.maxItems === undefined)) return undefined
      return omit(schema, 'minItems', 'maxItems')
    },
  },
  openTuple: {
    reason: 'the peer reads a tuple as closed unless `additionalItems` is given, and writes out each length',
    example: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] },
    without: (schema) => {
      const listed = isList(schema.items) ? schema.items : isList(schema.prefixItems) ? schema.prefixItems : undefined
      const rest = isList(schema.items) ? schema.additionalItems : schema.items
      const isAgreed = schema.minItems === listed?.length && schema.maxItems === undefined && rest !== undefined
      if (!isList(listed) || isAgreed) return undefined
      const open = isList(schema.items) ? { additionalItems: rest ?? true } : { items: rest ?? true }
      return { ...omit(schema, 'maxItems'), ...open, minItems: listed.length }
    },
  },
  emptyPattern: {
    reason: 'the peer has an index for names that may hold nothing',
    example: {
      allOf: [
        { type: 'object', properties: { b: { type: 'number' } }, required: ['b'], additionalProperties: true },
        { properties: { a: { type: 'string' } }, patternProperties: { '^x-': false }, additionalProperties: false },
      ],
    },
    without: (schema, schemaAt) => {
      const { patternProperties, additionalProperties } = schema
      const holdsNothing = (child: Json) => isNothing(child, schemaAt)
      const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : []
      const kept = patterns.filter(([, child]) => !holdsNothing(child))
      const isClosed = additionalProperties !== undefined && holdsNothing(additionalProperties)
      if (kept.length === patterns.length && (!isClosed || additionalProperties === false)) return undefined
      const left =
        kept.length === 0
          ? omit(schema, 'patternProperties')
          : { ...schema, patternProperties: Object.fromEntries(kept) }
      return isClosed ? { ...left, additionalProperties: false } : left
    },
  },
  emptyObject: {
    reason: 'the peer has `{}` for an object without members, which every value fits but null',
    example: {
      allOf: [
        { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
        { type: 'object', properties: { a: { const: {} } } },
      ],
    },
    without: withoutEmptyObject,
  },
  openPatterns: {
    reason: 'the peer forgets that names which fit no pattern may hold anything',
    example: { type: 'object', patternProperties: { '^x-': { type: 'string' } } },
    without: (schema) => {
      if (schema.patternProperties === undefined || schema.additionalProperties !== undefined) return undefined
      return { ...schema, additionalProperties: true }
    },
  },
  mapTogether: {
    reason: 'the peer drops the map of an object that `allOf` and its kin say more about',
    example: {
      type: 'object',
      additionalProperties: { type: 'boolean' },
      allOf: [{ type: 'object', properties: { a: { type: 'boolean' } } }],
    },
    without: (schema) => {
      const isAlone = ['allOf', 'anyOf', 'oneOf'].every((word) => listOf(schema, word).length === 0)
      const { patternProperties, additionalProperties } = schema
      if (isAlone || (patternProperties === undefined && !isObject(additionalProperties ?? true))) return undefined
      return { ...omit(schema, 'patternProperties'), additionalProperties: true }
    },
  },
  mapOfParts: {
    reason: 'the peer repeats intersections in the index beside them, which does not always compile',
    example: {
      type: 'object',
      properties: { a: { allOf: [{ properties: { b: { type: 'null' } } }, { properties: { c: { type: 'null' } } }] } },
      additionalProperties: { type: 'string' },
    },
    without: (schema) => {
      const isComposed = /"(allOf|anyOf|oneOf)":/.test(JSON.stringify(schema.properties ?? {}))
      const { patternProperties, additionalProperties } = schema
      if (!isComposed || (patternProperties === undefined && !isObject(additionalProperties ?? true))) return undefined
      return { ...omit(schema, 'patternProperties'), additionalProperties: true }
    },
  },
  otherKind: {
    reason: 'nothing is text and an object at once, which TypeScript does not see in the intersections of the peer',
    example: { type: 'object', anyOf: [{ type: 'string' }, { properties: { a: { type: 'string' } } }] },
    without: withoutOtherKinds,
  },
  anything: {
    reason: 'the peer takes a schema that does not say what it is about for one of objects',
    example: { minLength: 3 },
    without: (schema) => (speaking.some((word) => schema[word] !== undefined) ? undefined : true),
  },
}

/** Words from which a kind of values follows. */
const speaking = [
  ...['$ref', 'type', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'properties', 'additionalProperties'],
  ...['patternProperties', 'items', 'prefixItems'],
]

function isNothing(schema: Json, schemaAt: SchemaAt, depth = 0): boolean {
  if (!isObject(schema) || typeof schema.$ref !== 'string' || depth > 8) return schema === false
  return isNothing(schemaAt(schema.$ref), schemaAt, depth + 1)
}

function withoutEmptyObject(schema: JsonObject): JsonObject | undefined {
  const values = isList(schema.enum) ? schema.enum : schema.const === undefined ? [] : [schema.const]
  const filled = values.filter((value) => !JSON.stringify(value).includes('{}'))
  if (filled.length < values.length) return { ...omit(schema, 'const'), enum: filled.length === 0 ? ['a'] : filled }
  const hasMembers = isObject(schema.properties) && Object.keys(schema.properties).length > 0
  if (schema.additionalProperties !== false || schema.patternProperties !== undefined || hasMembers) return undefined
  return { ...schema, properties: { only: { type: 'string' } } }
}

/** Without the parts that speak of another kind than the first one. */
function withoutOtherKinds(schema: JsonObject, schemaAt: SchemaAt): JsonObject | undefined {
  const own = ownKinds(schema)
  const lists = ['allOf', 'anyOf', 'oneOf'].filter((word) => listOf(schema, word).length > 0)
  const parts = (own === undefined ? 0 : 1) + lists.length + Math.max(0, listOf(schema, 'allOf').length - 1)
  if (parts < 2) return undefined
  const [first = ''] = lists
  const leading = own ?? kindsOf(listOf(schema, first)[0] ?? true, schemaAt)
  const isLike = (branch: Json) => {
    const kinds = kindsOf(branch, schemaAt)
    return leading?.size === 1 && kinds?.size === 1 && [...kinds][0] === [...leading][0]
  }
  const kept = lists.map((word, i) => {
    const [head = true, ...tail] = listOf(schema, word)
    const likes = own === undefined && i === 0 ? [head, ...tail.filter(isLike)] : [head, ...tail].filter(isLike)
    return [word, likes] as const
  })
  if (kept.every(([word, likes]) => likes.length === listOf(schema, word).length)) return undefined
  return { ...omit(schema, ...lists), ...Object.fromEntries(kept.filter(([, likes]) => likes.length > 0)) }
}

function isTuple(schema: JsonObject): boolean {
  return isList(schema.items) || isList(schema.prefixItems)
}

function asObject(schema: JsonObject): JsonObject {
  return schema.type === undefined && schema.allOf === undefined ? { ...schema, type: 'object' } : schema
}

function omit(schema: JsonObject, ...words: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([word]) => !words.includes(word)))
}
