// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { TopologyError } from '../errors.js'
import { replyCode, replyText } from './amqp-error.js'

const FORBIDDEN = 403
const MISSING = 404
const LOCKED = 405
const DIFFERENT = 406

/** An exchange or a queue, and the settings that the spec wants for it. */
export interface DeclaredObject {
  readonly kind: 'exchange' | 'queue'
  readonly name: string
  readonly wanted?: Readonly<Record<string, unknown>>
}

/** What the broker said about a declaration, as a `TopologyError`; any other error as it is. */
export function topologyFailure(error: unknown, object: DeclaredObject): unknown {
  const advice = replyCode(error)
  const said = replyText(error)
  const what = `${object.kind} ${JSON.stringify(object.name)}`
  switch (advice) {
    case MISSING:
      return failure(error, `${what} does not exist: ${said}; declare it, or set topology: assert so that idemgen does`)
    case DIFFERENT:
      return failure(
        error,
        `${what} stands with other settings than the spec's: ${said}; wanted ${settings(object)}; ${remedy(object)}`,
      )
    case FORBIDDEN:
      return failure(
        error,
        `${what} may not be declared or used by this user: ${said}; grant the permission, or set topology: check`,
      )
    case LOCKED:
      return failure(
        error,
        `${what} belongs to another connection: ${said}; choose another name, or end that connection`,
      )
    default:
      return error
  }
}

/** Why a queue could not be consumed from. */
export function queueFailure(error: unknown, queue: string): unknown {
  return topologyFailure(error, { kind: 'queue', name: queue })
}

function settings({ wanted = {} }: DeclaredObject): string {
  return Object.entries(wanted)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(', ')
}

function remedy({ kind }: DeclaredObject): string {
  const deletion = kind === 'queue' ? 'delete the queue once it is empty' : 'delete the exchange'
  return `${deletion}, make the spec say what stands, or set topology: check to use it as it is`
}

function failure(cause: unknown, message: string): TopologyError {
  return new TopologyError(message, { cause })
}
