// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { DatabaseConnectionError } from './connection-error.js'

/** Where an error was met; the same SQLSTATE means different things while claiming and inside a handler. */
export type Phase = 'claim' | 'handler' | 'commit' | 'park'

/**
 * What to do about a database error:
 * - `retry-now`: the same transaction may succeed at once
 * - `environment`: the database seems to be away, full or read-only; a probe has to confirm it
 * - `busy`: somebody else holds the key; come back later, uncounted
 * - `system`: this message failed; counted
 * - `unknown-commit`: COMMIT was sent and not answered
 */
export type DatabaseFault = 'retry-now' | 'environment' | 'busy' | 'system' | 'unknown-commit'

export function classify(error: unknown, phase: Phase): DatabaseFault {
  const state = sqlState(error)
  const connection = findCause(error, isConnectionError)
  if (connection?.code === 'commit-unanswered') return 'unknown-commit'
  if (state !== undefined) {
    // A server that ends the session while it commits says so instead of the tag: the row may be there.
    if (phase === 'commit' && connection === undefined && endsSession(state)) return 'unknown-commit'
    if (state === '40001' || state === '40P01') return 'retry-now'
    if (saysAway(state)) return 'environment'
    // 25P03 ended the connection because the handler let the transaction stand idle: its own fault.
    if (state === '25P03') return 'system'
    if (state === '55P03' || state === '57014') return phase === 'claim' || phase === 'park' ? 'busy' : 'system'
  }
  return connection === undefined ? 'system' : 'environment'
}

/** The SQLSTATE of an error, also of one that an ORM has wrapped. */
export function sqlState(error: unknown): string | undefined {
  const found = findCause(error, hasSqlState)
  return found?.code
}

/** Five digits and capitals with a digit among them: `EPIPE` and its kin are codes of the operating system. */
const sqlStatePattern = /^(?=.*\d)[0-9A-Z]{5}$/

function hasSqlState(error: object): error is { readonly code: string } {
  return 'code' in error && typeof error.code === 'string' && sqlStatePattern.test(error.code) && !('syscall' in error)
}

function isConnectionError(error: object): error is DatabaseConnectionError {
  return error instanceof DatabaseConnectionError
}

/** Longest chain of wrapped errors; a chain may be a circle. */
const deepestCause = 8

function findCause<Found extends object>(
  error: unknown,
  matches: (error: object) => error is Found,
): Found | undefined {
  let current = error
  for (let depth = 0; depth < deepestCause; depth += 1) {
    if (typeof current !== 'object' || current === null) return undefined
    if (matches(current)) return current
    current = 'cause' in current ? current.cause : undefined
  }
  return undefined
}

/** Connection exceptions, shutdown, crash, starting up. */
function endsSession(state: string): boolean {
  return state.startsWith('08') || state.startsWith('57P')
}

/** Also: no memory, no disk, too many connections (53), the disk fails (58), a standby after a failover (25006). */
function saysAway(state: string): boolean {
  return endsSession(state) || state.startsWith('53') || state.startsWith('58') || state === '25006'
}
