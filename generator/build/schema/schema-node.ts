import { isObject, type Json, type JsonObject } from '../../model/document.js'
import type { Place } from '../../model/pointer.js'
import { type Found, resolveValue } from '../../model/reference.js'
import type { Context } from '../context.js'
import { childPlace } from '../node.js'

/** A schema with the place where it stands, references followed and the wrapper of a schema format taken off. */
export interface SchemaNode {
  readonly place: Place
  readonly value: JsonObject | boolean
}

/** The schema at a place; undefined when a reference leads nowhere or something else stands there. */
export function schemaAt({ files }: Pick<Context, 'files'>, place: Place): SchemaNode | undefined {
  const found = resolveValue(files, place)
  if (found === undefined) return undefined
  const { place: at, value } = unwrapped(found)
  return isSchema(value) ? { place: at, value } : undefined
}

/** A schema that says in which format it is written, `{ schemaFormat, schema }`: the format. */
export function schemaFormatOf(value: Json | undefined): string | undefined {
  const isWrapper = isObject(value) && Object.hasOwn(value, 'schema')
  return isWrapper && typeof value.schemaFormat === 'string' ? value.schemaFormat : undefined
}

/** What the wrapper of a schema format holds, or the value itself. */
export function unwrapped(found: Found): Found {
  if (!isObject(found.value) || schemaFormatOf(found.value) === undefined) return found
  return { place: childPlace(found.place, 'schema'), value: found.value.schema ?? true }
}

/** JSON Schema as AsyncAPI has it, draft-07; drafts 04 to 06 differ in nothing that matters here. */
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
