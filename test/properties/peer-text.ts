import { compile, type JSONSchema } from 'json-schema-to-typescript'
import type { PlaceKey } from '../../generator/model/contract.js'
import { isList, isObject, type Json, type JsonObject } from '../../generator/model/document.js'
import { mapSubschemas } from '../../generator/model/schema-keywords.js'
import { type Declared, printDeclaration } from '../../generator/render/types/declarations.js'
import type { SchemaSet } from './schema-set.js'

/** A module in which the compiler holds our types against those of json-schema-to-typescript, in both directions. */
export async function peerText(schemas: SchemaSet, declared: ReadonlyMap<PlaceKey, Declared>): Promise<string> {
  const places = new Map(Object.keys(schemas).map((place, i) => [place, `Place${i}`]))
  const compared = [...declared].map(([place, { name }]) => ({ ours: name, theirs: places.get(place) ?? '' }))
  const comparisons = compared.map(({ ours, theirs }, i) => {
    return `declare const ours${i}: Deep<Ours.${ours}>, theirs${i}: Deep<Theirs.Peer['${theirs}']>; export const forth${i}: Deep<Theirs.Peer['${theirs}']> = ours${i}; export const back${i}: Deep<Ours.${ours}> = theirs${i}`
  })
  return [
    deep,
    ...[
      'namespace Ours {',
      ...[...declared.values()].map(({ name, type }) => `export ${printDeclaration(name, type)}`),
    ],
    ...['}', 'namespace Theirs {', await theirDeclarations(schemas, places), '}', ...comparisons, ''],
  ].join('\n')
}

/**
 * A type made readonly at every depth. TypeScript does not see that nothing is text, a list and an object at once
 * (`string & { a: 1 }`); here such a type is `never`, so that two of them are equal however they are written.
 */
const deep = `type Deep<T> = unknown extends T ? T
  : T extends string | number | boolean | null | undefined ? (T extends object ? never : T)
  : T extends readonly unknown[]
    ? ([...T] extends T ? { readonly [K in keyof T]: Deep<T[K]> } : never)
    : { readonly [K in keyof T]: Deep<T[K]> }`

async function theirDeclarations(schemas: SchemaSet, places: ReadonlyMap<PlaceKey, string>): Promise<string> {
  const definitions = Object.entries(schemas).map(([place, schema]) => [places.get(place), named(schema, places)])
  const names = [...places.values()]
  const whole = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/definitions/${name}` }])),
    required: names,
    additionalProperties: false,
    definitions: Object.fromEntries(definitions),
  }
  // True: what both sides are asked about is valid JSON Schema, `tsType` being a word of theirs.
  const text = await compile(whole as unknown as JSONSchema, 'Peer', { format: false, bannerComment: '' })
  return text.replace(/\/\*\*[\s\S]*?\*\//g, '')
}

/** It follows no reference and reads no boolean that is all that stands under a name. */
function named(schema: Json, places: ReadonlyMap<PlaceKey, string>): Json {
  if (!isObject(schema)) return { tsType: schema === false ? 'never' : 'unknown' }
  const spelled = spelling(schema, places)
  return isObject(spelled) && spelled.$ref !== undefined ? { allOf: [spelled] } : spelled
}

/** Words that we drop before, that would become names, or that make the peer look at definitions of its own. */
const dropped: ReadonlySet<string> = new Set(['$id', 'id', 'title', 'definitions', '$defs'])

/** The schema in the peer's spelling: it has no `prefixItems`, and knows `nullable` only beside `type`. */
function spelling(schema: Json, places: ReadonlyMap<PlaceKey, string>): Json {
  if (!isObject(schema)) return schema
  if (typeof schema.$ref === 'string') return { $ref: `#/definitions/${places.get(schema.$ref)}` }
  const kept = Object.entries(schema).filter(([word]) => !dropped.has(word))
  const spelled = kept.map(([word, value]) => {
    return [word, mapSubschemas(word, value, (child) => spelling(child, places))] as const
  })
  const { nullable, ...words } = tuple(Object.fromEntries(spelled))
  if (nullable !== true) return words
  return words.type === undefined ? { anyOf: [{ type: 'null' }, words] } : { ...words, nullable }
}

function tuple({ prefixItems, ...words }: JsonObject): JsonObject {
  if (!isList(prefixItems) || isList(words.items)) return words
  return { ...words, items: prefixItems, additionalItems: words.items ?? true }
}
