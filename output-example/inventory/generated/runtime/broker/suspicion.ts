// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { replyCode } from './amqp-error.js'
import type { ConfirmSession, UnsettledMessage } from './confirm-session.js'

/**
 * Finds the message for which the server closes the channel (an exchange that does not exist, a foreign user id, a body
 * over the limit): the server does not say which one it was, and all others on the channel lose their confirms.
 *
 * What was unconfirmed becomes suspect and is sent again one at a time: a message on its own that loses its channel is
 * the culprit. Without this, one bad message would close the channel of the others for ever.
 */
export interface Suspicion {
  /** Whether the message may be written now, beside what is unconfirmed. */
  allows(message: UnsettledMessage, unconfirmed: ReadonlyMap<number, UnsettledMessage>): boolean
  /** Those of the unsettled messages that are to be refused, now that the session was closed for `reason`. */
  culprits(session: ConfirmSession, reason: unknown, unsettled: Iterable<UnsettledMessage>): readonly UnsettledMessage[]
}

const NOT_FOUND = 404
/** Access refused, no such exchange, precondition failed: the same again the next time. */
const LASTING = new Set([403, NOT_FOUND, 406])
/** The server was told to close, by an operator or its own end: no message is at fault. */
const FORCED = 320
/** Codes that may have another reason: a message is refused when it happens to it alone so many times. */
const STRIKES = 3

export function createSuspicion(): Suspicion {
  let suspectUpTo = 0
  const isSuspect = (message: UnsettledMessage): boolean => message.sequence <= suspectUpTo
  return {
    allows(message, unconfirmed) {
      const [oldest] = unconfirmed.values()
      return oldest === undefined || !(isSuspect(message) || isSuspect(oldest))
    },
    culprits({ unconfirmed, hasForgotten }, reason, unsettled) {
      const code = replyCode(reason)
      const messages = [...unconfirmed.values()]
      const [first] = messages
      if (code === undefined || code === FORCED || first === undefined) return []
      suspectUpTo = Math.max(suspectUpTo, messages.at(-1)?.sequence ?? 0)
      if (messages.length > 1 || hasForgotten) return []
      first.strikes += 1
      if (code === NOT_FOUND)
        return [...unsettled].filter((message) => isSuspect(message) && sameExchange(message, first))
      return LASTING.has(code) || first.strikes >= STRIKES ? [first] : []
    },
  }
}

function sameExchange(left: UnsettledMessage, right: UnsettledMessage): boolean {
  return left.message.exchange === right.message.exchange
}
