import type { Found } from '../../model/reference.js'
import type { Context } from '../context.js'
import { allTogether, alternatives, isRequired, propertyNames, propertyOf, type Together } from './alternatives.js'
import { type SchemaType, typesOf } from './types.js'

export type FieldSearch =
  /** `types`: what the field can be; undefined when its schema does not say. */
  | FoundField
  /** A step of the path that a valid value may lack. */
  | (Omit<FoundField, 'kind'> & { readonly kind: 'optional'; readonly step: number })
  /** A step of the path that the schemas do not list; `known` are the names that they do. */
  | { readonly kind: 'unknown'; readonly step: number; readonly known: readonly string[] }
  /** A step before the last whose value need not be an object: null, a list. */
  | { readonly kind: 'no-object'; readonly step: number; readonly types: ReadonlySet<SchemaType> }

export interface FoundField {
  readonly kind: 'found'
  readonly types: ReadonlySet<SchemaType> | undefined
  /** The ways in which the field can be valid. */
  readonly ways: readonly Together[]
}

/** Looks a path of member names up in a schema, through references and all that the schema is composed of. */
export function findField(context: Context, schema: Found, path: readonly string[]): FieldSearch {
  let ways = alternatives(context, schema)
  let optional: number | undefined
  for (const [step, name] of path.entries()) {
    const types = step === 0 ? undefined : typesOf(ways)
    if (types !== undefined && [...types].some((type) => type !== 'object'))
      return { kind: 'no-object', step: step - 1, types }
    const listed = ways.filter((way) => way.some((part) => propertyOf(part, name) !== undefined))
    if (listed.length === 0) return { kind: 'unknown', step, known: namesIn(ways) }
    const isCertain = ways.every((way) => listed.includes(way) && way.some((part) => isRequired(part, name)))
    if (!isCertain) optional ??= step
    ways = listed.flatMap((way) => waysOf(context, way, name))
  }
  const field = { types: typesOf(ways), ways }
  // Said last, so that a misspelled name below an optional one is the first thing to be reported.
  return optional === undefined ? { kind: 'found', ...field } : { kind: 'optional', step: optional, ...field }
}

/** The names that the schemas list on this level, in their order. */
function namesIn(ways: readonly Together[]): readonly string[] {
  return [...new Set(ways.flat().flatMap(propertyNames))]
}

/** The ways in which the property of schemas that hold together can be satisfied. */
function waysOf(context: Context, way: Together, name: string): readonly Together[] {
  return way
    .flatMap((part) => propertyOf(part, name) ?? [])
    .map((property) => alternatives(context, property))
    .reduce<readonly Together[]>(allTogether, [[]])
}
