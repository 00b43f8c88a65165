import { isList, isObject, type Json } from '../../model/document.js'
import type { Together } from './alternatives.js'
import type { SchemaNode } from './schema-node.js'

export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'object' | 'array'

/** The types that a value can have; undefined when the schemas do not say. */
export function typesOf(ways: readonly Together[]): ReadonlySet<SchemaType> | undefined {
  const each = ways.map(typesTogether)
  if (each.length === 0 || each.some((types) => types === undefined)) return undefined
  return new Set(each.flatMap((types) => [...(types ?? [])]))
}

/** The values that a schema lists: its const, or its enum. */
export function listedValues(schema: SchemaNode): readonly Json[] | undefined {
  if (!isObject(schema.value)) return undefined
  if (Object.hasOwn(schema.value, 'const')) return [schema.value.const ?? null]
  const values = schema.value.enum
  return isList(values) ? values : undefined
}

function typesTogether(schemas: Together): ReadonlySet<SchemaType> | undefined {
  const said = schemas.map(ownTypes).filter((types) => types !== undefined)
  return said.length === 0 ? undefined : said.reduce(intersection)
}

function ownTypes(schema: SchemaNode): ReadonlySet<SchemaType> | undefined {
  const declared = declaredTypes(schema)
  const listed = listedValues(schema)?.map(typeOfValue)
  if (listed === undefined) return declared
  return declared === undefined ? new Set(listed) : intersection(declared, new Set(listed))
}

function declaredTypes(schema: SchemaNode): ReadonlySet<SchemaType> | undefined {
  if (!isObject(schema.value) || schema.value.type === undefined) return undefined
  const { type, nullable } = schema.value
  const types = new Set((isList(type) ? type : [type]).filter(isSchemaType))
  return nullable === true ? new Set([...types, 'null' as const]) : types
}

function intersection(left: ReadonlySet<SchemaType>, right: ReadonlySet<SchemaType>): ReadonlySet<SchemaType> {
  const has = (types: ReadonlySet<SchemaType>, type: SchemaType) => {
    return types.has(type) || (type === 'integer' && types.has('number'))
  }
  return new Set([...left, ...right].filter((type) => has(left, type) && has(right, type)))
}

function typeOfValue(value: Json): SchemaType {
  if (value === null) return 'null'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  return isList(value) ? 'array' : 'object'
}

const schemaTypes: ReadonlySet<unknown> = new Set<SchemaType>([
  'string',
  'integer',
  'number',
  'boolean',
  'null',
  'object',
  'array',
])

function isSchemaType(type: unknown): type is SchemaType {
  return schemaTypes.has(type)
}
