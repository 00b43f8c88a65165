import { isObject, type Json, type JsonObject } from '../../model/document.js'
import { excludedBy } from './excluded.js'
import { schemaDoc } from './schema-doc.js'
import { below, listedValues, type PlacedSchema, referenced, type SchemaSource } from './schema-reader.js'
import { intersection, union } from './simplify.js'
import { anyObject, isKeyword, keyword, type Member, neverType, type Type, unknownType } from './type.js'

type ObjectSchema = PlacedSchema & { readonly schema: JsonObject }
type TypeOf = (child: PlacedSchema) => Type

/** A schema's word on objects: its members, and what members without a name of their own may hold. */
export function objectType(placed: ObjectSchema, source: SchemaSource, typeOf: TypeOf): Type {
  const members = [...declaredMembers(placed, source, typeOf), ...undeclaredMembers(placed, source, typeOf)]
  const isClosed = listedNames(placed.schema, source) !== undefined
  // Every possible name is a member already.
  const index = isClosed && members.length > 0 ? undefined : indexType(placed, members, typeOf)
  if (isClosed && members.length === 0) return { kind: 'object', members, index: neverType }
  if (members.length === 0 && index === undefined) return anyObject
  return { kind: 'object', members, ...(index !== undefined && { index }) }
}

function declaredMembers(placed: ObjectSchema, source: SchemaSource, typeOf: TypeOf): readonly Member[] {
  const required = requiredNames(placed.schema)
  const excluded = excludedBy(placed.schema.not).members
  return Object.entries(children(placed.schema.properties)).map(([name, schema]) => {
    const child = below(placed, schema, 'properties', name)
    const type = excluded.includes(name) ? neverType : typeOf(child)
    return { name, type, optional: !required.includes(name), doc: schemaDoc(child, source) }
  })
}

/** Names that are only in `required`, that `propertyNames` lists, or that `not: { required }` forbids. */
function undeclaredMembers(placed: ObjectSchema, source: SchemaSource, typeOf: TypeOf): readonly Member[] {
  const declared = children(placed.schema.properties)
  const required = requiredNames(placed.schema)
  const excluded = excludedBy(placed.schema.not).members
  const listed = listedNames(placed.schema, source) ?? []
  const names = [...new Set([...required, ...listed, ...excluded])].filter((name) => !Object.hasOwn(declared, name))
  return names.map((name) => {
    const unlisted = excluded.includes(name) ? neverType : unlistedType(placed, name, typeOf)
    const optional = !required.includes(name)
    // `{ a?: string } & { a: unknown }` would leave `undefined` in.
    const type = !optional && isKeyword(unlisted, 'unknown') ? keyword('present') : unlisted
    return { name, type, optional, doc: { lines: [] } }
  })
}

/** What a member may hold that `properties` does not list: what its patterns say, else `additionalProperties`. */
function unlistedType(placed: ObjectSchema, name: string, typeOf: TypeOf): Type {
  const matching = patterns(placed).filter(([pattern]) => matches(pattern, name))
  if (matching.length > 0) return intersection(matching.map(([, child]) => typeOf(child)))
  return additionalType(placed, typeOf)
}

function indexType(placed: ObjectSchema, members: readonly Member[], typeOf: TypeOf): Type | undefined {
  const { additionalProperties } = placed.schema
  const patterned = patterns(placed).map(([, child]) => typeOf(child))
  if (additionalProperties === undefined && patterned.length === 0) return undefined
  const index = union([...patterned, additionalType(placed, typeOf)])
  if (isKeyword(index, 'never') && members.length > 0) return undefined
  // Written twice, an intersection is not always assignable to itself: TypeScript loses what is optional in it.
  if (members.some((member) => hasIntersection(member.type))) return unknownType
  // TypeScript wants every listed member to fit the index as well, and reads an absent one as undefined.
  const read = members.some((member) => member.optional) ? [keyword('undefined')] : []
  return union([index, ...members.map((member) => member.type), ...read])
}

function hasIntersection(type: Type): boolean {
  switch (type.kind) {
    case 'intersection':
      return true
    case 'union':
      return type.of.some(hasIntersection)
    case 'array':
      return hasIntersection(type.items)
    case 'tuple':
      return [...type.items, ...(type.rest === undefined ? [] : [type.rest])].some(hasIntersection)
    case 'object':
      return [...type.members.map((member) => member.type), type.index ?? neverType].some(hasIntersection)
    default:
      return false
  }
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

/** The only names that members can have; undefined where they are not listed. */
function listedNames({ propertyNames }: JsonObject, source: SchemaSource): readonly string[] | undefined {
  if (propertyNames === false) return []
  const target = propertyNames === undefined ? undefined : (referenced(propertyNames, source)?.schema ?? propertyNames)
  const names = isObject(target) ? listedValues(target) : undefined
  return names?.filter((name) => typeof name === 'string')
}

function children(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}
