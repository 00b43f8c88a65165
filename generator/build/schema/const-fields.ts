import type { Found } from '../../model/reference.js'
import type { Context } from '../context.js'
import { everyBranch, propertyNames, propertyOf, type Together } from './alternatives.js'
import { findField } from './find-field.js'
import { listedValues } from './types.js'

export interface ConstField {
  readonly path: readonly string[]
  readonly value: string | number | boolean
}

/** Names that documents give to what tells messages apart. */
const usualNames: readonly string[] = [
  'eventType',
  'event_type',
  'messageType',
  'type',
  'event',
  'kind',
  'name',
  'action',
]
const deepestConst = 3

/**
 * The members that every valid value has with one and the same value: outer ones first, then those with the usual names
 * of a type, then in the order of the document.
 */
export function constFields(context: Context, payload: Found): readonly ConstField[] {
  const found = fieldPaths(context, payload).flatMap((path): readonly ConstField[] => {
    const search = findField(context, payload, path)
    const value = search.kind === 'found' ? onlyValue(search.ways) : undefined
    return value === undefined ? [] : [{ path, value }]
  })
  return found.toSorted((left, right) => left.path.length - right.path.length || rank(left) - rank(right))
}

/** Whether a valid value of the payload may have this value in this member. */
export function canHave(context: Context, payload: Found | undefined, field: ConstField): boolean {
  if (payload === undefined) return true
  const search = findField(context, payload, field.path)
  if (search.kind === 'unknown') return false
  if (search.kind === 'no-object') return true
  return search.ways.some((way) => {
    const values = valuesOf(way)
    return values === undefined ? search.types?.has(jsonType(field.value)) !== false : values.has(field.value)
  })
}

function fieldPaths(context: Context, value: Found, depth = 1): readonly (readonly string[])[] {
  return everyBranch(context, value).flatMap((schema) => {
    return propertyNames(schema).flatMap((name) => {
      const child = propertyOf(schema, name)
      const below = child === undefined || depth === deepestConst ? [] : fieldPaths(context, child, depth + 1)
      return [[name], ...below.map((path) => [name, ...path])]
    })
  })
}

function onlyValue(ways: readonly Together[]): ConstField['value'] | undefined {
  const values = ways.map(valuesOf)
  const [first] = values[0] ?? []
  const isSame = values.every((own) => own?.size === 1 && own.has(first))
  const isScalar = typeof first === 'string' || typeof first === 'number' || typeof first === 'boolean'
  return isSame && isScalar ? first : undefined
}

/** The values that all of the schemas list; undefined when none lists any. */
function valuesOf(way: Together): ReadonlySet<unknown> | undefined {
  const lists = way.flatMap((schema) => {
    const values = listedValues(schema)
    return values === undefined ? [] : [new Set<unknown>(values)]
  })
  const [first, ...others] = lists
  return first === undefined
    ? undefined
    : new Set([...first].filter((value) => others.every((list) => list.has(value))))
}

function jsonType(value: ConstField['value']): 'string' | 'boolean' | 'integer' | 'number' {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  return Number.isInteger(value) ? 'integer' : 'number'
}

function rank({ path }: ConstField): number {
  const index = usualNames.indexOf(path.at(-1) ?? '')
  return index === -1 ? usualNames.length : index
}
