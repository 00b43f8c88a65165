import type { Doc, Docs, PlaceKey } from '../../model/contract.js'
import { isList, isObject, type Json, type JsonObject } from '../../model/document.js'
import { type Place, placeKey } from '../../model/pointer.js'
import { type Found, referenceIn } from '../../model/reference.js'
import { mapSubschemas } from '../../model/schema-keywords.js'
import type { Context } from '../context.js'
import { childPlace } from '../node.js'
import { isKnownSchemaFormat, schemaFormatOf, unwrapped } from './schema-node.js'

export interface CollectedSchemas {
  readonly schemas: ReadonlyMap<PlaceKey, Json>
  readonly places: readonly Place[]
  readonly docs: Docs
}

/** A schema where it stands: the value itself, or what its reference names. */
export function schemaSource(context: Context, use: Found): Found | undefined {
  const ref = referenceIn(use.value)
  return ref === undefined ? use : context.target(ref, use.place.file)
}

/** Whether the schema is written in a format that idemgen reads; reports the one that is not. */
export function hasKnownFormat(context: Context, schema: Found): boolean {
  const end = context.follow(schema)
  const format = schemaFormatOf(end?.value)
  if (end === undefined || format === undefined || isKnownSchemaFormat(format)) return true
  context.report({
    rule: 'schema-format-unsupported',
    message: `the schema is written in "${format}", and a part of a JSON Schema cannot be`,
    hint: 'write it as JSON Schema, or the whole payload in that format: the message is then left out',
    at: end.place,
  })
  return false
}

/**
 * The given schemas and everything that their references reach, each once, without what says nothing
 * about validity; and what they say in prose, by the same places.
 */
export function collectSchemas(context: Context, roots: readonly Found[]): CollectedSchemas {
  const schemas = new Map<PlaceKey, Json>()
  const places: Place[] = []
  const docs = new Map<PlaceKey, Doc>()
  const open = [...roots]
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    const key = placeKey(schema.place)
    if (schemas.has(key)) continue
    places.push(schema.place)
    schemas.set(key, copy(hasKnownFormat(context, schema) ? unwrapped(schema).value : true, schema.place, 0))
  }
  return { schemas, places, docs: Object.fromEntries(docs) }

  function copy(schema: Json, at: Place, depth: number): Json {
    if (!isObject(schema)) return typeof schema === 'boolean' ? schema : true
    const ref = referenceIn(schema)
    if (ref !== undefined) return reference(at, ref)
    if (depth > deepest) {
      const message = `the schema is nested deeper than ${deepest} levels`
      context.report({ rule: 'schema-invalid', message, hint: 'move inner schemas to components/schemas', at })
      return true
    }
    noteDoc(schema, at)
    const copied: [string, Json][] = []
    for (const [keyword, value] of Object.entries(schema)) {
      if (isSilent(keyword, value)) continue
      copied.push([keyword, typeof value === 'object' ? copyInside(keyword, value, { at, depth }) : value])
    }
    return Object.fromEntries(copied)
  }

  function copyInside(
    keyword: string,
    value: Json,
    { at, depth }: { readonly at: Place; readonly depth: number },
  ): Json {
    return mapSubschemas(keyword, value, (inner, path) => copy(inner, childPlace(at, ...path), depth + 1))
  }

  /** A reference that leads nowhere was reported by the loader; here it stands for any value. */
  function reference(at: Place, ref: string): Json {
    const target = context.target(ref, at.file)
    if (target === undefined) return true
    open.push(target)
    return { $ref: placeKey(target.place) }
  }

  function noteDoc(schema: JsonObject, at: Place): void {
    const doc = docOf(schema)
    if (doc !== undefined) docs.set(placeKey(at), doc)
  }
}

/** What an object of the document says about itself in prose; undefined when it says nothing. */
export function docOf(object: JsonObject): Doc | undefined {
  const { title, description, summary, examples, example, externalDocs } = object
  const text = typeof description === 'string' ? description : summary
  const shown = isList(examples) ? examples : example === undefined ? [] : [example]
  const doc = {
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof text === 'string' ? { description: text } : {}),
    ...(shown.length > 0 ? { examples: shown } : {}),
    ...seeAlso(externalDocs),
  }
  return Object.keys(doc).length === 0 ? undefined : doc
}

function seeAlso(externalDocs: Json | undefined): Pick<Doc, 'see'> {
  if (!isObject(externalDocs) || typeof externalDocs.url !== 'string') return {}
  const { url, description } = externalDocs
  return { see: { url, ...(typeof description === 'string' ? { description } : {}) } }
}

/** The runtime walks values no deeper. */
const deepest = 500

/** Prose, and definitions: what a reference needs of them is copied by the reference. */
const silent: ReadonlySet<string> = new Set([
  'definitions',
  'description',
  'example',
  'examples',
  'externalDocs',
  'id',
  'title',
])

/** Words with a dollar sign name schemas or steer validators, and would clash when many schemas become one document. */
function isSilent(keyword: string, value: Json): boolean {
  if (silent.has(keyword) || keyword.startsWith('$') || keyword.startsWith('x-')) return true
  return keyword === 'discriminator' && typeof value === 'string'
}
