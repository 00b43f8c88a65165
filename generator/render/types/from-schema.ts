import { isObject, type Json, type JsonObject } from '../../model/document.js'
import { arrayType } from './array-type.js'
import { excludedBy } from './excluded.js'
import { type JsonType, jsonTypes, uniteTypes } from './json-types.js'
import { objectType } from './object-type.js'
import {
  type BranchWord,
  branches,
  branchWords,
  isNullableAside,
  listedValues,
  ownTypes,
  type PlacedSchema,
  possibleTypes,
  referenced,
  type SchemaSource,
} from './schema-reader.js'
import { intersection, union } from './simplify.js'
import { anyArray, anyObject, keyword, neverType, sameType, type Type } from './type.js'
import { valueType } from './value-type.js'

/**
 * The type of the JSON values that a schema lets through. Where TypeScript cannot say what a schema says, the type is
 * wider, never narrower: what was validated fits it.
 */
export function typeFromSchema(placed: PlacedSchema, source: SchemaSource): Type {
  const target = referenced(placed.schema, source)
  if (target !== undefined) return reference(target, source) ?? typeFromSchema(target, source)
  const values = plainValues(placed.schema)
  if (values !== undefined) return union(values.map(valueType))
  if (onlyCombines(placed, source)) return combined(placed, source)
  const possible = possibleTypes(placed, source)
  return union(jsonTypes.filter((type) => possible.has(type)).map((type) => narrow(placed, type, source, false)))
}

/** The values of a schema that does nothing but list them, in its own order. */
function plainValues(schema: Json): readonly Json[] | undefined {
  if (!isObject(schema) || ['allOf', 'anyOf', 'oneOf', 'not', 'nullable'].some((word) => word in schema))
    return undefined
  return listedValues(schema)
}

/**
 * Whether a schema only puts others together, some by reference, that are all about the same kinds of values: then a
 * reference can stay whole, null and all.
 */
function onlyCombines(placed: PlacedSchema, source: SchemaSource): boolean {
  if (!isObject(placed.schema) || ownTypes(placed.schema, false) !== undefined) return false
  const parts = branchWords.flatMap((word) => branches(placed, word))
  if (!parts.some(({ schema }) => isObject(schema) && typeof schema.$ref === 'string')) return false
  const typesOf = (word: BranchWord) => branches(placed, word).map((branch) => possibleTypes(branch, source))
  const choices = [typesOf('anyOf'), typesOf('oneOf')].filter((list) => list.length > 0)
  const [first, ...others] = [...typesOf('allOf'), ...choices.map(uniteTypes)]
  return others.every((types) => types.size === first?.size && [...types].every((type) => first.has(type)))
}

function combined(placed: PlacedSchema, source: SchemaSource): Type {
  const typesOf = (word: BranchWord) => branches(placed, word).map((branch) => typeFromSchema(branch, source))
  const choices = [typesOf('anyOf'), typesOf('oneOf')].filter((list) => list.length > 0)
  const type = intersection([...typesOf('allOf'), ...choices.map(union)])
  return isObject(placed.schema) && isNullableAside(placed.schema) ? union([type, keyword('null')]) : type
}

/** The schema's type among values of one kind; see `possibleTypes` for `settled`. Every value of the type is of that kind. */
function narrow(placed: PlacedSchema, type: JsonType, source: SchemaSource, settled: boolean): Type {
  const { schema } = placed
  if (schema === false) return neverType
  if (!isObject(schema)) return anyOf(type)
  const target = referenced(schema, source)
  if (target !== undefined) return narrowReference(target, type, source)
  if (type === 'null' && isNullableAside(schema)) return keyword('null')
  const own = ownTypes(schema, settled)
  if (own !== undefined && !own.has(type)) return neverType
  const typeOf = (branch: PlacedSchema) => narrow(branch, type, source, settled || own !== undefined)
  const choices = [branches(placed, 'anyOf'), branches(placed, 'oneOf')].filter((list) => list.length > 0)
  const parts = [...branches(placed, 'allOf').map(typeOf), ...choices.map((list) => union(list.map(typeOf)))]
  const ownPart = ownType(placed, type, source)
  return intersection(parts.length > 0 && sameType(ownPart, anyOf(type)) ? parts : [ownPart, ...parts])
}

function narrowReference(target: PlacedSchema, type: JsonType, source: SchemaSource): Type {
  const possible = source.typesOf(target.place)
  if (!possible.has(type)) return neverType
  if (type === 'null') return keyword('null')
  const named = reference(target, source)
  if (named === undefined) return narrow(target, type, source, false)
  return possible.size === 1 ? named : intersection([anyOf(type), named])
}

/** What the schema itself says about values of one kind, its branches aside. */
function ownType(placed: PlacedSchema, type: JsonType, source: SchemaSource): Type {
  const schema = isObject(placed.schema) ? placed.schema : {}
  const values = listedValues(schema)
  if (values !== undefined) return union(values.map(valueType).filter((value) => isOfKind(value, type)))
  const typeOf = (child: PlacedSchema) => typeFromSchema(child, source)
  if (type === 'object') return objectType({ ...placed, schema }, source, typeOf)
  if (type === 'boolean') return booleanType(schema)
  return type === 'array' ? arrayType({ ...placed, schema }, typeOf) : anyOf(type)
}

/** `not: { const: true }` leaves one of the two. */
function booleanType(schema: JsonObject): Type {
  const excluded = excludedBy(schema.not).values
  const left = [true, false].filter((value) => !excluded.includes(value))
  return left.length === 2 ? keyword('boolean') : union(left.map(valueType))
}

function anyOf(type: JsonType): Type {
  if (type === 'object') return anyObject
  return type === 'array' ? anyArray : keyword(type)
}

function isOfKind(value: Type, type: JsonType): boolean {
  if (value.kind === 'literal') return typeof value.value === type
  if (value.kind === 'tuple') return type === 'array'
  return value.kind === 'object' ? type === 'object' : type === 'null'
}

function reference(target: PlacedSchema, source: SchemaSource): Type | undefined {
  const name = source.nameAt(target.place)
  return name === undefined ? undefined : { kind: 'reference', name }
}
