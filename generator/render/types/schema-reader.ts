import type { Docs, PlaceKey } from '../../model/contract.js'
import { isObject, type Json, type JsonObject } from '../../model/document.js'
import { joinPointer } from '../../model/pointer.js'
import { excludedBy } from './excluded.js'
import {
  allJsonTypes,
  declaredTypes,
  impliedTypes,
  intersectTypes,
  type JsonType,
  type JsonTypes,
  jsonTypeOf,
  uniteTypes,
  wantsInteger,
} from './json-types.js'
import { isSameValue } from './same-value.js'

/** What types are made from. */
export interface SchemaSource {
  /** What a `$ref` to the place leads to; anything goes where nothing stands. */
  readonly schemaAt: (place: PlaceKey) => Json
  readonly docs: Docs
  /** The name of the place's own declaration; a reference to another place is written out where it stands. */
  readonly nameAt: (place: PlaceKey) => string | undefined
  /** The kinds of JSON values that the schema of a place lets through, worked out once. */
  readonly typesOf: (place: PlaceKey) => JsonTypes
}

export function schemaSource(input: Omit<SchemaSource, 'typesOf'>): SchemaSource {
  const known = new Map<PlaceKey, JsonTypes>()
  const source: SchemaSource = {
    ...input,
    typesOf: (place) => {
      const found = known.get(place)
      if (found !== undefined) return found
      // Met again on its own way, a place says nothing more.
      known.set(place, allJsonTypes)
      const types = possibleTypes({ schema: input.schemaAt(place), place }, source)
      known.set(place, types)
      return types
    },
  }
  return source
}

/** A schema and where it stands, which is where its comments and its nested references are looked up. */
export interface PlacedSchema {
  readonly schema: Json
  readonly place: PlaceKey
}

export function below(parent: PlacedSchema, schema: Json, ...segments: readonly (string | number)[]): PlacedSchema {
  return { schema, place: joinPointer(parent.place, ...segments) }
}

/** Keywords whose schemas are about the same value. */
export const branchWords = ['allOf', 'anyOf', 'oneOf'] as const
export type BranchWord = (typeof branchWords)[number]

export function branches(parent: PlacedSchema, word: BranchWord): readonly PlacedSchema[] {
  const list = isObject(parent.schema) ? parent.schema[word] : undefined
  return Array.isArray(list) ? list.map((schema: Json, i) => below(parent, schema, word, i)) : []
}

/** What a `$ref` points at. In draft-07 nothing beside a `$ref` counts. */
export function referenced(schema: Json, source: SchemaSource): PlacedSchema | undefined {
  if (!isObject(schema) || typeof schema.$ref !== 'string') return undefined
  return { schema: source.schemaAt(schema.$ref), place: schema.$ref }
}

/** `const` and `enum` as far as the schema's own `type` lets them through; undefined where neither is given. */
export function listedValues(schema: JsonObject): readonly Json[] | undefined {
  const listed = Array.isArray(schema.enum) ? (schema.enum as readonly Json[]) : undefined
  const values = schema.const === undefined ? listed : [schema.const]
  if (values === undefined) return undefined
  const types = declaredTypes(schema) ?? allJsonTypes
  const whole = wantsInteger(schema)
  const isFraction = (value: Json) => typeof value === 'number' && !Number.isInteger(value)
  const excluded = excludedBy(schema.not).values
  return values
    .filter((value) => types.has(jsonTypeOf(value)) && !(whole && isFraction(value)))
    .filter((value) => values === listed || listed === undefined || contains(listed, value))
    .filter((value) => !contains(excluded, value))
}

function contains(values: readonly Json[], value: Json): boolean {
  return values.some((other) => isSameValue(other, value))
}

/**
 * The kinds of JSON values that a schema lets through, never too few. `settled`: a schema around it has said which
 * kind is meant, so that a branch `{ required: [a] }` is not taken to say so again.
 */
export function possibleTypes(placed: PlacedSchema, source: SchemaSource, settled = false): JsonTypes {
  const { schema } = placed
  if (schema === false) return new Set()
  if (!isObject(schema)) return allJsonTypes
  if (typeof schema.$ref === 'string') return source.typesOf(schema.$ref)
  const own = ownTypes(schema, settled)
  const typesOf = (branch: PlacedSchema) => possibleTypes(branch, source, settled || own !== undefined)
  const all = branches(placed, 'allOf').map(typesOf)
  const choices = (['anyOf', 'oneOf'] as const).map((word) => branches(placed, word).map(typesOf))
  const united = choices.filter((list) => list.length > 0).map(uniteTypes)
  const types = [...all, ...united].reduce(intersectTypes, own ?? allJsonTypes)
  return isNullableAside(schema) ? new Set<JsonType>([...types, 'null']) : types
}

/** What the schema itself says or implies about its kind. */
export function ownTypes(schema: JsonObject, settled: boolean): JsonTypes | undefined {
  const declared = declaredTypes(schema)
  const values = listedValues(schema)
  const listed = values === undefined ? undefined : new Set(values.map(jsonTypeOf))
  const own = declared ?? listed ?? unspokenTypes(schema, settled)
  const narrowed = own !== undefined && listed !== undefined ? intersectTypes(own, listed) : own
  const excluded = excludedBy(schema.not).types
  return excluded.size === 0 ? narrowed : new Set([...(narrowed ?? allJsonTypes)].filter((type) => !excluded.has(type)))
}

/** The kinds that a schema implies and does not say. The emitted schema says them, so that it agrees with the type. */
export function unspokenTypes(schema: JsonObject, settled: boolean): JsonTypes | undefined {
  if (settled || schema.type !== undefined || schema.enum !== undefined || schema.const !== undefined) return undefined
  return impliedTypes(schema)
}

/** `nullable` without `type`: not a word of JSON Schema, but meant, so the emitted schema is made to agree. */
export function isNullableAside(schema: JsonObject): boolean {
  return schema.nullable === true && schema.type === undefined
}
