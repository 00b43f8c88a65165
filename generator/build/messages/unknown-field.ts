import { didYouMean } from '../../model/did-you-mean.js'
import type { Place } from '../../model/pointer.js'
import type { Context } from '../context.js'
import type { Located } from '../located.js'

/** An expression of the annotation that names a field, and where it stands. */
export interface FieldText {
  readonly text: string
  readonly place: Place
}

/** The expressions of a list of fields. */
export function fieldTexts(list: Located | undefined): readonly FieldText[] {
  const items = list?.kind === 'list' ? list.items : []
  return items.flatMap(({ place, ...item }) => {
    return item.kind === 'scalar' && typeof item.value === 'string' ? [{ text: item.value, place }] : []
  })
}

export interface UnknownField {
  readonly field: FieldText
  /** The part of the expression that names nothing. */
  readonly name: string
  /** Where it was looked for, in words. */
  readonly where: string
  /** The names that are there. */
  readonly known: readonly string[]
  /** How the whole expression is written with another name in that part. */
  readonly write: (name: string) => string
}

const mostNames = 12

export function reportUnknownField(context: Context, unknown: UnknownField): void {
  const { known, where, write } = unknown
  const meant = didYouMean(unknown.name, known)
  const names = known.slice(0, mostNames).map(write).join(', ')
  const list = known.length > mostNames ? `${names} and ${known.length - mostNames} more` : names
  const fields = known.length === 0 ? `${where} has no fields` : `${where} has ${list}`
  context.report({
    rule: 'field-unknown',
    message: `${where} has no field "${unknown.field.text}"`,
    hint: meant === undefined ? fields : `did you mean "${write(meant)}"? ${fields}`,
    at: unknown.field.place,
  })
}
