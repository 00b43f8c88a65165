import type { Contract, Docs } from '../../model/contract.js'
import type { EmittedNames } from '../emitted-names.js'
import type { ImportStyle } from '../imports.js'
import type { SchemaSource } from '../types/schema-reader.js'

/** What every view is made from. */
export interface ViewInput {
  readonly contract: Contract
  readonly docs: Docs
  readonly names: EmittedNames
  readonly source: SchemaSource
  readonly importStyle: ImportStyle
}

/** By name, so that the order of a file never depends on the order of the spec. */
export function sortedEntries<Value>(record: Readonly<Record<string, Value>>): readonly (readonly [string, Value])[] {
  return Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1))
}

/** What a map that was filled for every name holds; a name without a value is a bug. */
export function nameOf<Value>(names: ReadonlyMap<string, Value>, key: string): Value {
  const name = names.get(key)
  if (name === undefined) throw new Error(`there is no name for "${key}"`)
  return name
}

/** A name from the spec inside a comment. */
export function quoted(text: string): string {
  return `\`${text}\``
}

/** `a`, `b` and `c` */
export function listed(texts: readonly string[], conjunction: 'and' | 'or'): string {
  const quotedTexts = texts.map(quoted)
  const last = quotedTexts.pop() ?? ''
  return quotedTexts.length === 0 ? last : `${quotedTexts.join(', ')} ${conjunction} ${last}`
}
