import type { SeenFinding } from './judge.js'

/** Why a valid document may be refused: nothing else may stop idemgen. */
const reasons: readonly string[] = [
  // It needs the network.
  'ref-remote',
  // Two messages of a group could not be told apart, or one would swallow the other's events.
  'dispatch-ambiguous',
  'event-type-shared',
]

/** Whether a document may be refused for this: a rule of AsyncAPI for one that is invalid, else one of the closed list. */
export function isReason({ rule }: SeenFinding, document: { readonly isValid: boolean }): boolean {
  if (reasons.includes(rule)) return true
  return !document.isValid && (rule.startsWith('asyncapi') || rule === 'version-unsupported')
}

/** Words of a validator about itself: nobody can act on them. */
const jargon = /must match (exactly one|a schema)|"(then|else|if)" schema|undefined|\[object|NaN/

/** What, where and what to do, in a line each. */
export function isActionable({ rule, message, hint, file, line, column }: SeenFinding): boolean {
  const isPlaced = file !== '' && line > 0 && column > 0
  const isWorded = message.length > 10 && !/\n|^[A-Z][a-z]+\b|\.$/.test(message) && !jargon.test(message)
  return (
    isPlaced &&
    isWorded &&
    /^[a-z][a-zA-Z0-9-]+$/.test(rule) &&
    hint !== undefined &&
    hint.length > 5 &&
    !/\n|\.$|^see /.test(hint)
  )
}
