import type { Node } from 'ts-morph'
import type { ReachedCode } from './reached-code.js'
import type { Service } from './service.js'

/** A rule about the code of handlers; its text is that of the same name among the rules of lint. */
export interface CodeRule {
  readonly rule: string
  /** Pure: the faults of one function, in the order of the code. */
  readonly check: (code: ReachedCode, service: Service) => readonly CodeFault[]
}

/** One place where a rule is broken. */
export interface CodeFault {
  readonly node: Node
  /** Quotes the user's own words; lower case, no full stop. Where it happens is added to it. */
  readonly message: string
  readonly hint: string
}
