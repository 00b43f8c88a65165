import { isObject, type Json, type JsonObject } from '../../model/document.js'
import { schemaDoc } from './schema-doc.js'
import { below, type PlacedSchema, type SchemaSource } from './schema-reader.js'
import { intersection, union } from './simplify.js'
import { anyObject, isKeyword, keyword, type Member, type Type, unknownType } from './type.js'

type ObjectSchema = PlacedSchema & { readonly schema: JsonObject }
type TypeOf = (child: PlacedSchema) => Type

/** A schema's word on objects: its members, and what members without a name of their own may hold. */
export function objectType(placed: ObjectSchema, source: SchemaSource, typeOf: TypeOf): Type {
  const members = [...declaredMembers(placed, source, typeOf), ...undeclaredMembers(placed, typeOf)]
  const index = indexType(placed, members, typeOf)
  if (members.length === 0 && index === undefined) return anyObject
  return { kind: 'object', members, ...(index !== undefined && { index }) }
}

function declaredMembers(placed: ObjectSchema, source: SchemaSource, typeOf: TypeOf): readonly Member[] {
  const required = requiredNames(placed.schema)
  return Object.entries(children(placed.schema.properties)).map(([name, schema]) => {
    const child = below(placed, schema, 'properties', name)
    return { name, type: typeOf(child), optional: !required.includes(name), doc: schemaDoc(child, source) }
  })
}

/** Names that are only in `required`, or that `propertyNames` lists. */
function undeclaredMembers(placed: ObjectSchema, typeOf: TypeOf): readonly Member[] {
  const declared = children(placed.schema.properties)
  const required = requiredNames(placed.schema)
  const names = [...new Set([...required, ...listedNames(placed.schema)])].filter(
    (name) => !Object.hasOwn(declared, name),
  )
  return names.map((name) => {
    return { name, type: unlistedType(placed, name, typeOf), optional: !required.includes(name), doc: { lines: [] } }
  })
}

/** What a member may hold that `properties` does not list: what its patterns say, else `additionalProperties`. */
function unlistedType(placed: ObjectSchema, name: string, typeOf: TypeOf): Type {
  const matching = patterns(placed).filter(([pattern]) => matches(pattern, name))
  if (matching.length > 0) return intersection(matching.map(([, child]) => typeOf(child)))
  return additionalType(placed, typeOf)
}

function indexType(placed: ObjectSchema, members: readonly Member[], typeOf: TypeOf): Type | undefined {
  const { additionalProperties, propertyNames } = placed.schema
  const patterned = patterns(placed).map(([, child]) => typeOf(child))
  if (additionalProperties === undefined && patterned.length === 0) return undefined
  // Every possible name is a member already.
  if (isObject(propertyNames) && Array.isArray(propertyNames.enum)) return undefined
  const index = union([...patterned, additionalType(placed, typeOf)])
  if (isKeyword(index, 'never') && members.length > 0) return undefined
  // TypeScript wants every listed member to fit the index as well, and reads an absent one as undefined.
  const read = members.some((member) => member.optional) ? [keyword('undefined')] : []
  return union([index, ...members.map((member) => member.type), ...read])
}

/** `additionalProperties`: anything where it is not given. */
function additionalType(placed: ObjectSchema, typeOf: TypeOf): Type {
  const { additionalProperties } = placed.schema
  if (additionalProperties === undefined) return unknownType
  return typeOf(below(placed, additionalProperties, 'additionalProperties'))
}

function patterns(placed: ObjectSchema): readonly (readonly [pattern: string, child: PlacedSchema])[] {
  return Object.entries(children(placed.schema.patternProperties)).map(([pattern, schema]) => {
    return [pattern, below(placed, schema, 'patternProperties', pattern)]
  })
}

/** As ajv reads it. A pattern that is no regular expression is reported when the schemas are compiled. */
function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name)
  } catch {
    return false
  }
}

function requiredNames(schema: JsonObject): readonly string[] {
  return Array.isArray(schema.required) ? schema.required.filter((name: Json) => typeof name === 'string') : []
}

function listedNames(schema: JsonObject): readonly string[] {
  const names = isObject(schema.propertyNames) ? schema.propertyNames.enum : undefined
  return Array.isArray(names) ? names.filter((name: Json) => typeof name === 'string') : []
}

function children(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}
