import type { Json } from '../model/document.js'

/** Why a text could not be read as YAML or JSON. */
export interface TextFault {
  readonly rule: 'yaml-broken' | 'json-broken'
  /** Where in the text, in UTF-16 units. */
  readonly offset: number
  readonly message: string
  readonly hint: string
}

export type ParsedText = { readonly value: Json } | { readonly fault: TextFault }

/**
 * The deepest nesting that is read, as in `{ a: [ … ] }` two. Real documents stay under 60; without a limit a few
 * kilobytes of brackets would overflow the stack of whatever walks the value.
 */
export const deepestNesting = 200
