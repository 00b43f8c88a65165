import type { Doc, Docs, PlaceKey } from '../../model/contract.js'
import { isList, isObject, type Json, type JsonObject } from '../../model/document.js'
import { joinPointer, type Place, placeKey } from '../../model/pointer.js'
import { findValue, referenceIn, referenceTarget, resolveValue } from '../../model/reference.js'
import { mapSubschemas } from '../../model/schema-keywords.js'
import type { Context } from '../context.js'
import { isKnownSchemaFormat, schemaFormatOf, unwrapped } from './schema-node.js'

export interface CollectedSchemas {
  readonly schemas: ReadonlyMap<PlaceKey, Json>
  readonly places: readonly Place[]
  readonly docs: Docs
}

/** Where a schema that is used at a place stands: there, or where a reference at that place leads. */
export function schemaPlace(context: Context, use: Place): Place | undefined {
  const found = findValue(context.files, use)
  if (found === undefined) return undefined
  const ref = referenceIn(found.value)
  if (ref === undefined) return found.place
  const target = referenceTarget(context.files, { ref, file: found.place.file })
  return target.kind === 'place' ? findValue(context.files, target.place)?.place : undefined
}

/** Whether the schema is written in a format that idemgen reads; reports the one that is not. */
export function hasKnownFormat(context: Context, place: Place): boolean {
  const found = resolveValue(context.files, place)
  const format = schemaFormatOf(found?.value)
  if (found === undefined || format === undefined || isKnownSchemaFormat(format)) return true
  context.report({
    rule: 'schema-format-unsupported',
    message: `the schema is written in "${format}"`,
    hint: 'write it as JSON Schema: application/vnd.aai.asyncapi or application/schema+json;version=draft-07',
    at: found.place,
  })
  return false
}

/**
 * The schemas at the given places and everything that their references reach, each once, without what says nothing
 * about validity; and what they say in prose, by the same places.
 */
export function collectSchemas(context: Context, roots: readonly Place[]): CollectedSchemas {
  const schemas = new Map<PlaceKey, Json>()
  const places: Place[] = []
  const docs = new Map<PlaceKey, Doc>()
  const open = [...roots]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (schemas.has(placeKey(place))) continue
    const found = findValue(context.files, place)
    const isKnown = found !== undefined && hasKnownFormat(context, place)
    const value = isKnown ? unwrapped(found).value : true
    places.push(place)
    schemas.set(placeKey(place), copy(value, place, 0))
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
    const kept = Object.entries(schema).filter(([keyword, value]) => !isSilent(keyword, value))
    const copied = kept.map(([keyword, value]) => {
      const child = (inner: Json, path: readonly (string | number)[]) => {
        return copy(inner, { file: at.file, pointer: joinPointer(at.pointer, ...path) }, depth + 1)
      }
      return [keyword, mapSubschemas(keyword, value, child)] as const
    })
    return Object.fromEntries(copied)
  }

  /** A reference that leads nowhere was reported by the loader; here it stands for any value. */
  function reference(at: Place, ref: string): Json {
    const target = referenceTarget(context.files, { ref, file: at.file })
    const place = target.kind === 'place' ? findValue(context.files, target.place)?.place : undefined
    if (place === undefined) return true
    open.push(place)
    return { $ref: placeKey(place) }
  }

  function noteDoc(schema: JsonObject, at: Place): void {
    const doc = docOf(schema)
    if (doc !== undefined) docs.set(placeKey(at), doc)
  }
}

/** What an object of the document says about itself in prose; undefined when it says nothing. */
export function docOf(object: JsonObject): Doc | undefined {
  const { title, description, summary, examples, example } = object
  const text = typeof description === 'string' ? description : summary
  const shown = isList(examples) ? examples : example === undefined ? [] : [example]
  const doc = {
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof text === 'string' ? { description: text } : {}),
    ...(shown.length > 0 ? { examples: shown } : {}),
  }
  return Object.keys(doc).length === 0 ? undefined : doc
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
  if (silent.has(keyword) || /^(\$|x-)/.test(keyword)) return true
  return keyword === 'discriminator' && typeof value === 'string'
}
