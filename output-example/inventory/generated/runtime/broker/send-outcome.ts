// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { PublishOutcomeUnknownError, PublishRefusedError, UnroutableError } from '../errors.js'
import type { OutgoingMessage } from './broker-types.js'
import type { Window } from './window.js'

/** The broker gave a mandatory message back. */
export function unroutable({ exchange, routingKey }: OutgoingMessage): UnroutableError {
  return new UnroutableError(
    exchange === ''
      ? `there is no queue ${JSON.stringify(routingKey)}`
      : `no queue is bound to exchange ${JSON.stringify(exchange)} for routing key ${JSON.stringify(routingKey)}`,
  )
}

/** The broker answered nack. */
export function nacked(message: OutgoingMessage): PublishRefusedError {
  return new PublishRefusedError(
    `the broker refused the message for ${target(message)}: a queue is full or not available, others may have taken it`,
  )
}

/** The wait ended `when`, without a confirm. What was never written cannot have arrived. */
export function outcomeUnknown(
  { message, wasWritten }: { readonly message: OutgoingMessage; readonly wasWritten: boolean },
  when: string,
  cause?: unknown,
): PublishOutcomeUnknownError {
  return new PublishOutcomeUnknownError(
    wasWritten
      ? `the broker did not confirm the message for ${target(message)} ${when}: it may or may not arrive`
      : `the message for ${target(message)} could not be sent ${when}: there is no connection, or the broker takes no messages now`,
    { cause },
  )
}

/** The wait ended `when`, before there was a place in the window. */
export function noPlace({ size }: Window, when: string, cause?: unknown): PublishOutcomeUnknownError {
  return new PublishOutcomeUnknownError(
    `the message was not sent: ${size} others were unconfirmed, and no place came free ${when}`,
    { cause },
  )
}

function target({ exchange, routingKey }: OutgoingMessage): string {
  return `exchange ${JSON.stringify(exchange)} and routing key ${JSON.stringify(routingKey)}`
}
