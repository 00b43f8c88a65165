import type { Json } from '../../model/document.js'
import type { OfficialDiagnostic } from '../official.js'

/** What a rule of the official parser looks at. */
export interface Ruled {
  /** The root spec as it is written. */
  readonly written: Json
  /** The same with every reference followed; it may be circular. */
  readonly resolved: Json
}

/** A port of one rule of the official parser: the same verdict, in the same words, at the same place. */
export type Rule = (ruled: Ruled) => readonly OfficialDiagnostic[]

/** What a rule has to say, as an error. */
export function remark(code: string, message: string, path: readonly (string | number)[]): OfficialDiagnostic {
  return { code, message, severity: 'error', path: path.map(String) }
}
