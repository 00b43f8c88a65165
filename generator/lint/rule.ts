import type { Design } from '../build/design.js'
import type { Severity } from '../model/finding.js'
import type { Fix } from '../model/fix.js'
import type { Place } from '../model/pointer.js'

/** What a rule is about; the order is that of the documentation. */
export type Topic = 'key' | 'group' | 'errors' | 'acks' | 'flow' | 'dispatch' | 'document' | 'handlers'

/** What is said of a rule to people: `idemgen explain`, docs/rules, editors. */
export interface RuleText {
  /** Says what is wrong: `key-is-volatile`. */
  readonly name: string
  readonly topic: Topic
  readonly severity: Severity
  /** One line, lower case, no full stop. */
  readonly summary: string
  /** What happens in production, in a few sentences. */
  readonly why: string
  /** A part of a document that has the fault, and the same without it: YAML; TypeScript where the topic is handlers. */
  readonly wrong: string
  readonly right: string
}

/** A rule of lint. Pure: the same design gives the same faults, in the order of the document. */
export interface Rule extends RuleText {
  /** Only with --strict: a matter of taste. */
  readonly strict?: true
  readonly check: (design: Design) => readonly Fault[]
}

/** One place where a rule is broken. */
export interface Fault {
  /** Quotes the user's own words; lower case, no full stop. */
  readonly message: string
  /** What to do. */
  readonly hint: string
  readonly at: Place
  /** Where one rule has graver and lighter cases. Default: that of the rule. */
  readonly severity?: Severity
  /** What `--fix` does about it, where that is safe. */
  readonly fix?: Fix
}
