import type { Fix } from './fix.js'
import type { Place } from './pointer.js'

/** How much a finding matters. Only `error` fails a command by default. */
export type Severity = 'error' | 'warning' | 'info'

/** A position as an editor shows it: both counted from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/**
 * What is wrong with a document, and what to do about it: a value, never thrown.
 * `message` quotes the user's own words, in lower case and without a full stop; `hint` says what to do.
 */
export interface Finding {
  /** The rule's name, which says what is wrong: `key-missing`, `field-unknown`. Machines branch on this, never on the message. */
  readonly rule: string
  readonly severity: Severity
  readonly message: string
  readonly hint?: string
  /** The place in the document, or the position where no document could be read. `file` of a position is the path as the user gave it. */
  readonly at: Place | ({ readonly file: string } & Position)
  /** What `lint --fix` does about it; no part of a report. */
  readonly fix?: Fix
}

export function isError(finding: Finding): boolean {
  return finding.severity === 'error'
}
