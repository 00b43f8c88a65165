import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import fc from 'fast-check'
import type { Contract, PlaceKey } from '../../generator/model/contract.js'
import { isObject, type Json } from '../../generator/model/document.js'
import { openCircles } from '../../generator/render/open-circles.js'
import { schemaDocument, schemaPointer } from '../../generator/render/schema-document.js'
import { type Declared, declaredTypes } from '../../generator/render/types/declarations.js'
import { schemaSource } from '../../generator/render/types/schema-reader.js'
import { typeNames } from '../../generator/render/types/type-names.js'
import { schema } from './random-schema.js'
import { listOf } from './schema-kinds.js'

/** Schemas that refer to each other, by place, as a contract holds them. */
export type SchemaSet = Contract['schemas']

/** The place whose schema values are judged by, and whose type is `A`. */
export const subject = '#/components/schemas/A'
const named = [subject, '#/components/schemas/B', '#/components/schemas/C']
/** What a reference into the middle of a schema leads to; it has no name unless it needs one. */
const nested = ['#/components/schemas/B/properties/a', '#/components/schemas/C/definitions/Part']

/** Schemas that refer to each other; without circles where types are to be exact, since those are cut open. */
export function schemaSets({ exact }: { readonly exact: boolean }): fc.Arbitrary<SchemaSet> {
  const places = exact ? named : [...named, ...nested]
  const each = places.map((_, i) => schema({ exact, places: exact ? places.slice(i + 1) : places }))
  return fc.tuple(...each).map((all) => Object.fromEntries(all.map((one, i) => [places[i] ?? '', one])))
}

/** The types that the set is given, by place: those of its named schemas and of what they need. */
export function declarationsOf(set: SchemaSet, roots: readonly PlaceKey[] = named): ReadonlyMap<PlaceKey, Declared> {
  const schemas = openCircles(set)
  const own = Object.fromEntries(roots.map((place) => [place, place.slice(-1)]))
  const names = typeNames({ schemas, names: own }, new Set())
  const schemaAt = (place: PlaceKey) => schemas[place] ?? true
  return declaredTypes(roots, schemaSource({ schemaAt, docs: {}, nameAt: (place) => names.get(place) }))
}

/** Whether a schema leads back to itself without a member or an item in between. */
export function containsItself(schemas: SchemaSet): boolean {
  return Object.keys(schemas).some((start) => {
    const seen = new Set<PlaceKey>()
    const open = [...onSameLevel(schemas[start] ?? true)]
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (place === start) return true
      if (!seen.has(place)) open.push(...onSameLevel(schemas[place] ?? true))
      seen.add(place)
    }
    return false
  })
}

function onSameLevel(schema: Json): readonly PlaceKey[] {
  if (!isObject(schema)) return []
  if (typeof schema.$ref === 'string') return [schema.$ref]
  return ['allOf', 'anyOf', 'oneOf'].flatMap((word) => listOf(schema, word)).flatMap(onSameLevel)
}

// The options of the emitted validator.
const ajv = new Ajv({ strict: false, logger: false })
formats.default(ajv)
let documents = 0

/** The values of which the emitted validator says so. */
export function judged(set: SchemaSet, values: readonly Json[], verdict: boolean): readonly Json[] {
  // A new name each time: ajv keeps what it resolved under an old one.
  documents += 1
  ajv.addSchema(schemaDocument({ schemas: openCircles(set) }), `document${documents}`)
  try {
    const validate = ajv.getSchema(`document${documents}${schemaPointer(subject)}`)
    return values.filter((candidate) => validate?.(candidate) === verdict)
  } finally {
    ajv.removeSchema(`document${documents}`)
  }
}
