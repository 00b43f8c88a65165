import type { SeenFinding } from './judge.js'

/** Why a document may be refused: nothing else may stop idemgen. */
export const reasons: readonly string[] = [
  // It is no valid AsyncAPI, or of a version that was never released.
  'asyncapi-invalid',
  'version-unsupported',
  // It needs the network.
  'ref-remote',
  // Two messages of a group could not be told apart, or one would swallow the other's events.
  'dispatch-ambiguous',
  'event-type-shared',
  // Until traits are applied.
  'not-built-yet',
]

/** Words of a validator about itself: nobody can act on them. */
const jargon = /must match (exactly one|a schema)|"(then|else|if)" schema|undefined|\[object|NaN/

/** What, where and what to do, in a line each. */
export function isActionable({ rule, message, hint, file, line, column }: SeenFinding): boolean {
  const isPlaced = file !== '' && line > 0 && column > 0
  const isWorded = message.length > 10 && !/\n|^[A-Z][a-z]+\b|\.$/.test(message) && !jargon.test(message)
  return isPlaced && isWorded && /^[a-z-]+$/.test(rule) && hint !== undefined && hint.length > 5 && !/\n|\.$/.test(hint)
}
