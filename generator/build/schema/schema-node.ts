import { isObject, type Json, type JsonObject } from '../../model/document.js'
import type { Found } from '../../model/reference.js'
import type { Context } from '../context.js'
import { below } from '../node.js'

/** A schema and where it stands, references followed and the wrapper of a schema format taken off. */
export interface SchemaNode extends Found {
  readonly value: JsonObject | boolean
}

/** The schema that a value is or refers to; undefined when a reference leads nowhere or something else stands there. */
export function openSchema(context: Context, found: Found): SchemaNode | undefined {
  const end = context.follow(found)
  const inner = end === undefined ? undefined : unwrapped(end)
  // What a wrapper holds may be a reference again.
  const schema = inner === undefined || inner === end ? inner : context.follow(inner)
  return schema !== undefined && isSchema(schema.value) ? { place: schema.place, value: schema.value } : undefined
}

/** A schema that says in which format it is written, `{ schemaFormat, schema }`: the format. */
export function schemaFormatOf(value: Json | undefined): string | undefined {
  const isWrapper = isObject(value) && Object.hasOwn(value, 'schema')
  return isWrapper && typeof value.schemaFormat === 'string' ? value.schemaFormat : undefined
}

/** What the wrapper of a schema format holds, or the value itself. */
export function unwrapped(found: Found): Found {
  if (!isObject(found.value) || schemaFormatOf(found.value) === undefined) return found
  return below(found, 'schema', found.value.schema ?? true)
}

/** JSON Schema as AsyncAPI has it, draft-07, and draft-06, which differs in nothing that matters here. */
export function isKnownSchemaFormat(format: string): boolean {
  const [type = '', ...parameters] = format.toLowerCase().split(';')
  if (/^application\/vnd\.aai\.asyncapi(\+json|\+yaml)?$/.test(type.trim())) return true
  if (!/^application\/schema(\+json|\+yaml)$/.test(type.trim())) return false
  const version = parameters.map((text) => text.trim()).find((text) => text.startsWith('version='))
  return version === undefined || /^version="?draft-0[67]"?$/.test(version)
}

function isSchema(value: Json): value is JsonObject | boolean {
  return typeof value === 'boolean' || isObject(value)
}
