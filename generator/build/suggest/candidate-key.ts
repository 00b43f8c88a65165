import { isObject } from '../../model/document.js'
import type { Found } from '../../model/reference.js'
import { isTimeFormat, whyVolatile } from '../../model/volatile.js'
import { nameWords } from '../../model/words.js'
import type { Context } from '../context.js'
import { fieldText } from '../messages/field-expression.js'
import { type FieldSearch, findField } from '../schema/find-field.js'

/** More of them are seldom the name of one event. */
const mostFields = 3
/** `data.order.id` at most: what lies deeper names a part of something. */
const deepest = 3

export interface CandidateKey {
  /** As expressions, in the order of the schema; none where nothing looks like an identifier. */
  readonly fields: readonly string[]
  /** Whether each of them is always there, as a key has to be. */
  readonly areRequired: boolean
}

/**
 * The fields of a payload that may name the business event: identifiers by name or by format that do not change when
 * the event is sent again, those that are always there before others. A guess, for people to check.
 */
export function candidateKey(context: Context, payload: Found): CandidateKey {
  for (const areRequired of [true, false]) {
    for (let depth = 1; depth <= deepest; depth++) {
      const fields = fieldsAt(context, payload, { above: [], depth, areRequired }).filter(isCandidate)
      if (fields.length === 0) continue
      return { fields: fields.slice(0, mostFields).map(({ path }) => fieldText(path)), areRequired }
    }
  }
  return { fields: [], areRequired: false }
}

interface Field {
  readonly path: readonly string[]
  readonly field: Extract<FieldSearch, { kind: 'found' | 'optional' }>
}

/** All identifiers that are always there, outer ones first. */
export function certainIdentifiers(context: Context, payload: Found): readonly (readonly string[])[] {
  const depths = Array.from({ length: deepest }, (_, i) => i + 1)
  const fields = depths.flatMap((depth) => fieldsAt(context, payload, { above: [], depth, areRequired: true }))
  return fields.filter(isCandidate).map(({ path }) => path)
}

/** The fields so many levels down. */
function fieldsAt(
  context: Context,
  payload: Found,
  level: { readonly above: readonly string[]; readonly depth: number; readonly areRequired: boolean },
): readonly Field[] {
  const { above, depth, areRequired } = level
  const fields = namesBelow(context, payload, above).flatMap((name): readonly Field[] => {
    const path = [...above, name]
    const field = findField(context, payload, path)
    return field.kind === 'found' || (field.kind === 'optional' && !areRequired) ? [{ path, field }] : []
  })
  if (depth === 1) return fields
  const objects = fields.filter(({ field }) => isOnly(field, ['object']))
  return objects.flatMap(({ path }) => fieldsAt(context, payload, { ...level, above: path, depth: depth - 1 }))
}

function namesBelow(context: Context, payload: Found, above: readonly string[]): readonly string[] {
  // No schema lists the empty name, and the search then says which names it knows.
  const search = findField(context, payload, [...above, ''])
  return search.kind === 'unknown' ? search.known : []
}

function isCandidate({ path, field }: Field): boolean {
  const name = path.at(-1) ?? ''
  const formats = field.ways.flat().map(({ value }) => (isObject(value) ? value.format : undefined))
  if (!isOnly(field, ['string', 'integer']) || whyVolatile({ name }) !== undefined) return false
  if (formats.some(isTimeFormat)) return false
  return formats.includes('uuid') || namesSomething(name)
}

/** `id`, `orderId`, `order_number`; not `phoneNumber`. */
function namesSomething(name: string): boolean {
  const words = nameWords(name)
  return identifiers.has(words.at(-1) ?? '') && !words.some((word) => noIdentity.has(word))
}

const identifiers: ReadonlySet<string> = new Set(
  'id uuid guid ulid number no nr num identifier reference ref'.split(' '),
)

/** Numbers that many events share, or that say how to reach somebody. */
const noIdentity: ReadonlySet<string> = new Set('phone mobile fax house page line room version'.split(' '))

function isOnly({ types }: Field['field'], wanted: readonly string[]): boolean {
  return types?.size === 1 && [...types].every((type) => wanted.includes(type))
}
