import type { Contract } from '../../generator/model/contract.js'
import type { Json } from '../../generator/model/document.js'
import { typeFromSchema } from '../../generator/render/types/from-schema.js'
import { printType } from '../../generator/render/types/print-type.js'
import { type SchemaSource, schemaSource } from '../../generator/render/types/schema-reader.js'
import { typeNames } from '../../generator/render/types/type-names.js'

export function sourceOf(schemas: Contract['schemas'] = {}, names: Contract['names'] = {}): SchemaSource {
  const all = typeNames({ schemas, names }, new Set())
  return schemaSource({ schemaAt: (place) => schemas[place] ?? true, docs: {}, nameAt: (place) => all.get(place) })
}

/** The type of a schema as it is printed, put on one line and without comments. */
export function typeText(schema: Json, source: SchemaSource = sourceOf()): string {
  const type = typeFromSchema({ schema, place: '#/subject' }, source)
  return printType(type, { indent: 0, taken: 0 })
    .replace(/\/\*\*[\s\S]*?\*\/\s*/g, '')
    .replace(/\{\n\s*/g, '{ ')
    .replace(/\n\s*\}/g, ' }')
    .replace(/\n\s*(?=\|)/g, ' ')
    .replace(/\n\s*/g, '; ')
}
