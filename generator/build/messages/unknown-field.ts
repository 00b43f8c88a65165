import { didYouMean, onlyMeant } from '../../model/did-you-mean.js'
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
  /** The names of the expression from the one on that names nothing. */
  readonly rest: readonly string[]
  /** What it would have to be, in words: `field of the payload of OrderPaid`. */
  readonly what: string
  /** The names that are there. */
  readonly known: readonly string[]
  /** How the expression is written with another name in place of the rest. */
  readonly write: (name: string) => string
  /** The expression that was most likely meant. */
  readonly meant?: string
  /** What to do, where that is more than to write another name. */
  readonly hint?: string
  /** It is said for all messages of a channel in one place, and wrong in one place. */
  readonly once?: boolean
}

const mostNames = 12

export function reportUnknownField(context: Context, unknown: UnknownField): void {
  const { known, rest, write } = unknown
  // A dot in a name is read as a step into an object.
  const dotted = rest.join('.')
  const near = known.includes(dotted) ? dotted : didYouMean(rest[0] ?? '', known)
  const meant = unknown.meant ?? (near === undefined ? undefined : write(near))
  const only = unknown.hint === undefined && rest.length === 1 ? onlyMeant(dotted, known) : undefined
  const isCertain = only !== undefined && meant === write(only)
  const names = known.slice(0, mostNames).map(write).join(', ')
  const more = known.length > mostNames ? ` and ${known.length - mostNames} more` : ''
  const there = known.length === 0 ? 'there are none' : `there ${known.length === 1 ? 'is' : 'are'} ${names}${more}`
  context.report({
    rule: 'field-unknown',
    message: `"${unknown.field.text}" is no ${unknown.what}`,
    hint: unknown.hint ?? (meant === undefined ? there : `did you mean "${meant}"? ${there}`),
    at: unknown.field.place,
    ...(unknown.once === true && { once: true }),
    ...(isCertain && { fix: [{ kind: 'replace-text', to: write(only) }] }),
  })
}
