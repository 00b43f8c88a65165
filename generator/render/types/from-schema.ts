import { isObject, type Json } from '../../model/document.js'
import { arrayType } from './array-type.js'
import { type JsonType, jsonTypes } from './json-types.js'
import { objectType } from './object-type.js'
import {
  branches,
  isNullableAside,
  listedValues,
  ownTypes,
  type PlacedSchema,
  possibleTypes,
  referenced,
  type SchemaSource,
} from './schema-reader.js'
import { intersection, union } from './simplify.js'
import { anyArray, anyObject, keyword, neverType, type Type } from './type.js'
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
  const possible = possibleTypes(placed, source)
  return union(jsonTypes.filter((type) => possible.has(type)).map((type) => narrow(placed, type, source, false)))
}

/** The values of a schema that does nothing but list them, in its own order. */
function plainValues(schema: Json): readonly Json[] | undefined {
  if (!isObject(schema) || ['allOf', 'anyOf', 'oneOf', 'not', 'nullable'].some((word) => word in schema))
    return undefined
  return listedValues(schema)
}

/** The schema's type among values of one kind; see `possibleTypes` for `settled`. */
function narrow(placed: PlacedSchema, type: JsonType, source: SchemaSource, settled: boolean): Type {
  const { schema } = placed
  if (schema === false) return neverType
  if (!isObject(schema)) return anyOf(type)
  const target = referenced(schema, source)
  if (target !== undefined) {
    if (!source.typesOf(target.place).has(type)) return neverType
    return type === 'null' ? keyword('null') : (reference(target, source) ?? narrow(target, type, source, false))
  }
  if (type === 'null' && isNullableAside(schema)) return keyword('null')
  const own = ownTypes(schema, settled)
  if (own !== undefined && !own.has(type)) return neverType
  const typeOf = (branch: PlacedSchema) => narrow(branch, type, source, settled || own !== undefined)
  const choices = (['anyOf', 'oneOf'] as const).map((word) => branches(placed, word).map(typeOf))
  return intersection([
    ownType(placed, type, source),
    ...branches(placed, 'allOf').map(typeOf),
    ...choices.filter((list) => list.length > 0).map(union),
  ])
}

/** What the schema itself says about values of one kind, its branches aside. */
function ownType(placed: PlacedSchema, type: JsonType, source: SchemaSource): Type {
  const schema = isObject(placed.schema) ? placed.schema : {}
  const values = listedValues(schema)
  if (values !== undefined) return union(values.map(valueType).filter((value) => isOfKind(value, type)))
  const typeOf = (child: PlacedSchema) => typeFromSchema(child, source)
  if (type === 'object') return objectType({ ...placed, schema }, source, typeOf)
  return type === 'array' ? arrayType({ ...placed, schema }, typeOf) : anyOf(type)
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
  const name = source.names.get(target.place)
  return name === undefined ? undefined : { kind: 'reference', name }
}
