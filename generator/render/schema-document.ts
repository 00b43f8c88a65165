import type { Contract, PlaceKey } from '../model/contract.js'
import type { Json, JsonObject } from '../model/document.js'
import { joinPointer } from '../model/pointer.js'
import { mapSubschemas } from '../model/schema-keywords.js'

/** The schemas of a contract as one JSON Schema document, the form in which the output carries them. */
export interface SchemaDocument {
  readonly definitions: Readonly<Record<string, Json>>
}

/**
 * One document for all messages, so that ajv is given it once and shared schemas stay shared. It holds what validation
 * needs and nothing else. `generate` compiles this document before it writes it.
 */
export function schemaDocument(contract: Pick<Contract, 'schemas'>): SchemaDocument {
  const places = Object.keys(contract.schemas).sort()
  const definitions = places.map((place) => [definitionKey(place), prune(contract.schemas[place] ?? true)] as const)
  return { definitions: Object.fromEntries(definitions) }
}

/** Where the schema of a place stands in the document, as a reference that ajv resolves: `#/definitions/…`. */
export function schemaPointer(place: PlaceKey): string {
  // Escaped twice: as a segment of a JSON pointer, then as part of a URI. A place holds `/` and `#`, and may hold `%`.
  const [, definitions = '', key = ''] = joinPointer('', 'definitions', definitionKey(place)).split('/')
  return `#/${definitions}/${encodeURIComponent(key)}`
}

/** Halves of surrogate pairs are replaced: no file and no URI can hold them. */
function definitionKey(place: PlaceKey): string {
  return place.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** Words that say nothing about validity. Some would be an error to ajv (`id`) or change what it does. */
const silentWords: ReadonlySet<string> = new Set([
  'default',
  'definitions',
  'deprecated',
  'description',
  'discriminator',
  'example',
  'examples',
  'externalDocs',
  'id',
  'readOnly',
  'title',
  'writeOnly',
  'xml',
])

function prune(schema: Json): Json {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema
  return pruneObject(schema as JsonObject) // lists and scalars are gone
}

function pruneObject(schema: JsonObject): Json {
  // As draft-07 has it: what stands beside a `$ref` does not count.
  if (typeof schema.$ref === 'string') return { $ref: schemaPointer(schema.$ref) }
  const kept = Object.entries(schema).filter(([word]) => !silentWords.has(word) && !/^(\$|x-)/.test(word))
  const pruned = Object.fromEntries(kept.map(([word, value]) => [word, mapSubschemas(word, value, prune)]))
  if (pruned.nullable === undefined) return pruned
  return nullable(pruned)
}

/** ajv knows `nullable` only beside `type`; elsewhere it is meant just as much. */
function nullable({ nullable: isNullable, ...schema }: JsonObject): Json {
  if (isNullable !== true) return schema
  return schema.type === undefined ? { anyOf: [{ type: 'null' }, schema] } : { ...schema, nullable: true }
}
