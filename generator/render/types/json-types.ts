import { isList, type Json, type JsonObject } from '../../model/document.js'

/** The kinds of JSON values that TypeScript tells apart: an integer is a number. */
export const jsonTypes = ['string', 'number', 'boolean', 'object', 'array', 'null'] as const
export type JsonType = (typeof jsonTypes)[number]
export type JsonTypes = ReadonlySet<JsonType>

export const allJsonTypes: JsonTypes = new Set(jsonTypes)

export function jsonTypeOf(value: Json): JsonType {
  if (value === null) return 'null'
  if (isList(value)) return 'array'
  return typeof value as 'string' | 'number' | 'boolean' | 'object' // nothing else is left in JSON
}

/** What `type` says, `nullable` beside it included; undefined where nothing is said. */
export function declaredTypes(schema: JsonObject): JsonTypes | undefined {
  if (schema.type === undefined) return undefined
  const names = isList(schema.type) ? schema.type : [schema.type]
  const types = new Set(
    jsonTypes.filter((type) => names.includes(type) || (type === 'number' && names.includes('integer'))),
  )
  if (schema.nullable === true) types.add('null')
  return types
}

/** Whether numbers must be whole. */
export function wantsInteger(schema: JsonObject): boolean {
  const names = isList(schema.type) ? schema.type : [schema.type ?? null]
  return names.includes('integer') && !names.includes('number')
}

/**
 * What a schema without `type` is about, when it speaks of members or of items: strictly it says nothing about other
 * values, but nobody who lists properties means that a number will do.
 */
export function impliedTypes(schema: JsonObject): JsonTypes | undefined {
  const implied = new Set<JsonType>()
  if (objectWords.some((word) => schema[word] !== undefined)) implied.add('object')
  if (arrayWords.some((word) => schema[word] !== undefined)) implied.add('array')
  return implied.size === 0 ? undefined : implied
}

const objectWords = ['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames']
const arrayWords = ['items', 'additionalItems', 'contains', 'prefixItems']

export function intersectTypes(left: JsonTypes, right: JsonTypes): JsonTypes {
  return new Set([...left].filter((type) => right.has(type)))
}

export function uniteTypes(all: readonly JsonTypes[]): JsonTypes {
  return new Set(all.flatMap((types) => [...types]))
}
