// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { InvalidMessageError } from '../errors.js'
import type { MessageDescriptor } from '../types.js'
import { readPath } from './read-path.js'

/** What says which message a delivery is, in the order in which it counts. */
export interface TypeEvidence {
  /** The header `eventType`. */
  readonly header: string | undefined
  /** The AMQP property `type`: an event type, or what the message's AMQP binding calls its messageType. */
  readonly property: string | undefined
  /** For a member with a constant value that only one message has. */
  readonly payload: unknown
}

/** A message that can arrive on the queue, with what its decoding needs. */
export interface Candidate {
  readonly descriptor: MessageDescriptor
}

/**
 * The message that a delivery is. On a queue with a single message an unknown or absent type means that message, since
 * publishers that know nothing of idemgen send none; but a header that names another event is believed. Throws
 * `InvalidMessageError` with the code `event-type-unknown` or `event-type-missing`.
 */
export function dispatch<Message extends Candidate>(candidates: readonly Message[], evidence: TypeEvidence): Message {
  const { header, property } = evidence
  const named = candidates.find(({ descriptor }) => descriptor.eventType === header)
  if (named !== undefined) return named
  if (header !== undefined) throw unknownType(`the header eventType names ${quote(header)}`, candidates)

  const [only, ...others] = candidates
  if (only !== undefined && others.length === 0) return only
  const found = byProperty(candidates, property) ?? byConst(candidates, evidence.payload)
  if (found !== undefined) return found
  if (property !== undefined) throw unknownType(`the property type names ${quote(property)}`, candidates)
  throw new InvalidMessageError(
    'event-type-missing',
    'the message says nowhere which event it is: set the header eventType or the property type',
  )
}

function byProperty<Message extends Candidate>(
  candidates: readonly Message[],
  type: string | undefined,
): Message | undefined {
  if (type === undefined) return undefined
  return (
    candidates.find(({ descriptor }) => descriptor.eventType === type) ??
    candidates.find(({ descriptor }) => descriptor.match.messageType === type)
  )
}

function byConst<Message extends Candidate>(candidates: readonly Message[], payload: unknown): Message | undefined {
  return candidates.find(({ descriptor }) => {
    const expected = descriptor.match.const
    return expected !== undefined && readPath(payload, expected.path) === expected.value
  })
}

function unknownType(where: string, candidates: readonly Candidate[]): InvalidMessageError {
  const known = candidates.slice(0, MOST_NAMES).map(({ descriptor }) => quote(descriptor.eventType))
  const more = candidates.length > MOST_NAMES ? ` and ${candidates.length - MOST_NAMES} more` : ''
  return new InvalidMessageError(
    'event-type-unknown',
    `${where}, which this queue does not know: it knows ${known.join(', ')}${more}`,
  )
}

const MOST_NAMES = 5

/** A name from outside, short enough for a log line. */
function quote(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name)
}
