import type { Contract, PlaceKey } from '../model/contract.js'
import { isList, type Json, type JsonObject } from '../model/document.js'
import { joinPointer } from '../model/pointer.js'
import { mapSubschemas } from '../model/schema-keywords.js'
import { branchWords, isNullableAside, ownTypes, unspokenTypes } from './types/schema-reader.js'

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
  const definitions = places.map(
    (place) => [definitionKey(place), prune(contract.schemas[place] ?? true, 'implied')] as const,
  )
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

function prune(schema: Json, reading: Reading): Json {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema
  return pruneObject(schema as JsonObject, reading) // lists and scalars are gone
}

/**
 * How a schema that says nothing about its kind is read: as its words imply; or, where a schema around it has said the
 * kind, and where the schema is a condition, as it stands.
 */
type Reading = 'implied' | 'settled' | 'condition'

function pruneObject(schema: JsonObject, reading: Reading): Json {
  // As draft-07 has it: what stands beside a `$ref` does not count.
  if (typeof schema.$ref === 'string') return { $ref: schemaPointer(schema.$ref) }
  const kept = Object.entries(schema).filter(([word]) => !silentWords.has(word) && !/^(\$|x-)/.test(word))
  const pruned = kept.map(([word, value]) => {
    const below = readingBelow(word, schema, reading)
    return [word, mapSubschemas(word, value, (child) => prune(child, below))] as const
  })
  const types = unspokenTypes(schema, reading !== 'implied')
  const said = types === undefined ? {} : { type: types.size === 1 ? ([...types][0] ?? '') : [...types] }
  const { nullable, ...words } = Object.fromEntries(pruned)
  const whole = { ...said, ...asTuple(words) }
  // ajv knows `nullable` only beside `type`; elsewhere it is meant just as much.
  if (isNullableAside(schema)) return { anyOf: [{ type: 'null' }, whole] }
  return nullable === true ? { ...whole, nullable } : whole
}

function readingBelow(word: string, schema: JsonObject, reading: Reading): Reading {
  if (reading === 'condition' || conditions.has(word)) return 'condition'
  if (!combinations.has(word)) return 'implied'
  return reading === 'settled' || ownTypes(schema, false) !== undefined ? 'settled' : 'implied'
}

const combinations: ReadonlySet<string> = new Set(branchWords)
/** What makes these stricter may let more through, or what was never meant to be left out. */
const conditions: ReadonlySet<string> = new Set([
  'contains',
  'dependencies',
  'else',
  'if',
  'not',
  'propertyNames',
  'then',
])

/** `prefixItems` is no word of draft-07, which ajv reads here, and `items` beside it means the items after them. */
function asTuple({ prefixItems, ...schema }: JsonObject): JsonObject {
  if (!isList(prefixItems) || isList(schema.items)) return schema
  const { items, additionalItems: _, ...others } = schema
  if (prefixItems.length === 0) return { ...others, ...(items !== undefined && { items }) }
  return { ...others, items: prefixItems, ...(items !== undefined && { additionalItems: items }) }
}
