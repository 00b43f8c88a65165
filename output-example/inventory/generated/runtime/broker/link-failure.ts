// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { ConfigurationError } from '../errors.js'
import { errorText, replyText } from './amqp-error.js'
import type { LinkAddress } from './link-address.js'

/** The server answered and said no: trying again does not help. */
export function isRefusal(error: unknown): boolean {
  return refusedPart(error) !== undefined
}

/** Why no connection could be made, for a person; the cause is kept, passwords are in neither. */
export function connectFailure(
  error: unknown,
  addresses: readonly LinkAddress[],
  timeoutMs: number,
): ConfigurationError {
  const where = addresses.map(({ shown }) => shown).join(', ')
  const [address] = addresses
  switch (refusedPart(error)) {
    case 'login':
      return failure(
        'amqp-login-refused',
        `RabbitMQ at ${where} refused the login of ${quoted(address?.user)}: ${replyText(error)}`,
        error,
      )
    case 'vhost':
      return failure(
        'amqp-vhost-refused',
        `RabbitMQ at ${where} refused the virtual host ${quoted(address?.vhost)}: it does not exist, ` +
          `${quoted(address?.user)} may not use it, or it is at its limit of connections`,
        error,
      )
    default:
      return failure(
        'amqp-unreachable',
        `no connection to RabbitMQ at ${where} within ${timeoutMs} ms: ${errorText(error)}`,
        error,
      )
  }
}

/**
 * amqplib gives neither a code nor, for the virtual host, the server's words during the handshake: its own text is all
 * there is. Should it change, a refusal is reported after the connect timeout instead of at once.
 */
function refusedPart(error: unknown): 'login' | 'vhost' | undefined {
  const text = errorText(error)
  if (text.startsWith('Handshake terminated by server: 403')) return 'login'
  if (text.startsWith('Expected ConnectionOpenOk; got <ConnectionClose')) return 'vhost'
  return undefined
}

function quoted(text: string | undefined): string {
  return JSON.stringify(text ?? '')
}

function failure(code: string, message: string, cause: unknown): ConfigurationError {
  const error = new ConfigurationError(code, message)
  error.cause = cause
  return error
}
