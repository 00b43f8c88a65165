import { isList, isObject, type Json, type JsonObject } from '../../generator/model/document.js'

/** What a `$ref` leads to. */
export type SchemaAt = (place: string) => Json

/** The kinds of values that a schema speaks of, roughly; undefined where it does not say, or not soon. */
export function kindsOf(schema: Json, schemaAt: SchemaAt, depth = 0): ReadonlySet<string> | undefined {
  if (!isObject(schema) || depth > 8) return undefined
  if (typeof schema.$ref === 'string') return kindsOf(schemaAt(schema.$ref), schemaAt, depth + 1)
  const own = ownKinds(schema)
  if (own !== undefined) return own
  const kindsIn = (word: string) => listOf(schema, word).map((branch) => kindsOf(branch, schemaAt, depth + 1))
  const [first] = kindsIn('allOf').filter((kinds) => kinds !== undefined)
  if (first !== undefined) return first
  const choices = [...kindsIn('anyOf'), ...kindsIn('oneOf')]
  if (choices.length === 0 || choices.includes(undefined)) return undefined
  return new Set(choices.flatMap((kinds) => [...(kinds ?? [])]))
}

/** The same without what the schema is composed of. */
export function ownKinds(schema: JsonObject): ReadonlySet<string> | undefined {
  if (schema.type !== undefined) {
    const names = isList(schema.type) ? schema.type : [schema.type]
    const kinds = names.map((name) => (name === 'integer' ? 'number' : String(name)))
    return new Set(schema.nullable === true ? [...kinds, 'null'] : kinds)
  }
  const values = isList(schema.enum) ? schema.enum : schema.const === undefined ? undefined : [schema.const]
  if (values !== undefined) return new Set(values.map(kindOfValue))
  if (objectWords.some((word) => schema[word] !== undefined)) return new Set(['object'])
  return arrayWords.some((word) => schema[word] !== undefined) ? new Set(['array']) : undefined
}

export function listOf(schema: JsonObject, word: string): readonly Json[] {
  const list = schema[word]
  return isList(list) ? list : []
}

const objectWords = ['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames']
const arrayWords = ['items', 'additionalItems', 'prefixItems', 'contains']

function kindOfValue(value: Json): string {
  if (value === null) return 'null'
  return isList(value) ? 'array' : typeof value
}
