import { isObject, type JsonObject } from '../model/document.js'
import type { KeyField } from './key-fields-of.js'

/**
 * The ways in which a field can be valid, each with the schemas that hold at once; none for a parameter and for a field
 * that does not exist.
 */
export function fieldSchemas({ search }: KeyField): readonly (readonly JsonObject[])[] {
  const ways = search?.kind === 'found' || search?.kind === 'optional' ? search.ways : []
  return ways.map((way) => way.flatMap(({ value }) => (isObject(value) ? [value] : [])))
}

/** The first format that its schemas name. */
export function formatOf(field: KeyField): string | undefined {
  const formats = fieldSchemas(field).flatMap((way) => way.map(({ format }) => format))
  return formats.find((format) => typeof format === 'string')
}

/** Its name and its format, for judging by both. */
export function described(field: KeyField): { readonly name: string; readonly format?: string } {
  const name = field.expression.path.at(-1) ?? ''
  const format = formatOf(field)
  return format === undefined ? { name } : { name, format }
}
