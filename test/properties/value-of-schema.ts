import fc from 'fast-check'
import { isList, isObject, type Json, type JsonObject } from '../../generator/model/document.js'
import { value } from './random-value.js'
import { type SchemaSet, subject } from './schema-set.js'

/** Where random values come from: numbers from 0 to 1, and the schemas that references lead to. */
export interface ValueSource {
  readonly random: () => number
  readonly schemaAt: (place: string) => Json
}

/** A value that is meant to fit a schema, and often does; now and then a part of it is exchanged for another. */
export function valueOfSchema(schema: Json, source: ValueSource, depth = 0): Json {
  const { random, schemaAt } = source
  if (!isObject(schema) || depth > 6 || random() < 0.06) return pick(anyValues, random)
  if (typeof schema.$ref === 'string') return valueOfSchema(schemaAt(schema.$ref), source, depth + 1)
  if (schema.nullable === true && random() < 0.3) return null
  const parts = [...chosenBranches(schema, random), ...(schema.then !== undefined ? [schema.then] : [])]
  const own = ownValue(schema, source, depth)
  return parts.map((part) => valueOfSchema(part, source, depth + 1)).reduce((left, right) => merge(left, right), own)
}

/** Values for the subject of a set of schemas. */
export function madeValues(schemas: SchemaSet, seed: number): readonly Json[] {
  const random = seededRandom(seed)
  const schemaAt = (place: string) => schemas[place] ?? true
  return Array.from({ length: 8 }, () => valueOfSchema({ $ref: subject }, { random, schemaAt }))
}

/** A source of numbers that gives the same row for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const anyValues: readonly Json[] = fc.sample(value, { numRuns: 200, seed: 7 })

function chosenBranches(schema: JsonObject, random: () => number): readonly Json[] {
  const chosen = ['anyOf', 'oneOf'].flatMap((word) => {
    const list = schema[word]
    return isList(list) && list.length > 0 ? [pick(list, random)] : []
  })
  return [...(isList(schema.allOf) ? schema.allOf : []), ...chosen]
}

function ownValue(schema: JsonObject, source: ValueSource, depth: number): Json {
  const { random } = source
  if (schema.const !== undefined) return schema.const
  if (isList(schema.enum) && schema.enum.length > 0) return pick(schema.enum, random)
  switch (kindOf(schema, random)) {
    case 'object':
      return objectValue(schema, source, depth)
    case 'array':
      return arrayValue(schema, source, depth)
    case 'string':
      return pick(['a', 'b', '', 'ab', '2020-01-01T00:00:00Z'], random)
    case 'number':
      return pick([0, 1, 2.5, 2], random)
    case 'integer':
      return pick([0, 1, 2], random)
    case 'boolean':
      return random() < 0.5
    case 'null':
      return null
    default:
      return pick(anyValues, random)
  }
}

function kindOf(schema: JsonObject, random: () => number): unknown {
  if (isList(schema.type)) return pick(schema.type, random)
  if (schema.type !== undefined) return schema.type
  if (['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'].some((w) => w in schema))
    return 'object'
  return ['items', 'prefixItems', 'contains'].some((word) => word in schema) ? 'array' : undefined
}

function objectValue(schema: JsonObject, source: ValueSource, depth: number): Json {
  const { random } = source
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = isList(schema.required) ? schema.required.filter((name) => typeof name === 'string') : []
  const possible = [...Object.keys(properties), 'a', 'b', 'x-1', 'other']
  const names = new Set([...required, ...possible.filter(() => random() < 0.35)])
  const members = [...names].map((name) => {
    return [name, valueOfSchema(schemaOfMember(schema, properties, name), source, depth + 1)]
  })
  return Object.fromEntries(members)
}

function schemaOfMember(schema: JsonObject, properties: JsonObject, name: string): Json {
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined
  const patterns = isObject(schema.patternProperties) ? Object.entries(schema.patternProperties) : []
  const patterned = patterns.find(([pattern]) => new RegExp(pattern, 'u').test(name))?.[1]
  return own ?? patterned ?? schema.additionalProperties ?? true
}

function arrayValue(schema: JsonObject, source: ValueSource, depth: number): Json {
  const { random } = source
  const tuple = isList(schema.items) ? schema.items : isList(schema.prefixItems) ? schema.prefixItems : []
  const rest = isList(schema.items) ? schema.additionalItems : schema.items
  const least = typeof schema.minItems === 'number' ? schema.minItems : 0
  const length = Math.max(least, Math.floor(random() * 4))
  return Array.from({ length }, (_, i) => valueOfSchema(tuple[i] ?? rest ?? true, source, depth + 1))
}

/** The members of both; else one of the two. */
function merge(left: Json, right: Json): Json {
  return isObject(left) && isObject(right) ? { ...left, ...right } : right
}

function pick<Item>(list: readonly Item[], random: () => number): Item {
  // True: nobody picks from an empty list.
  return list[Math.floor(random() * list.length)] as Item
}
