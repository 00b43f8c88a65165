// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { sqlState } from '../database/classify.js'

/** What a failure row, a header and a log say of something that was thrown. */
export interface Described {
  /** Its class's name, for machines; at most 200 characters. */
  readonly code: string
  readonly message: string
}

const LONGEST_CODE = 200

/** Anything can be thrown; a value that cannot be described would leave its message unsettled for ever. */
export function describeThrown(thrown: unknown): Described {
  try {
    if (!(thrown instanceof Error)) return { code: 'thrown-value', message: String(thrown) }
    const { name, message }: { readonly name: unknown; readonly message: unknown } = thrown
    return { code: typeof name === 'string' && name !== '' ? cut(name) : 'Error', message: String(message) }
  } catch {
    return { code: 'thrown-value', message: 'what was thrown cannot be read' }
  }
}

/** The thrown value itself, or an error in its place when looking at it throws. */
export function readable(thrown: unknown): unknown {
  try {
    sqlState(thrown)
    if (thrown instanceof Error) void [thrown.name, thrown.message, thrown.cause, thrown.stack]
    return thrown
  } catch (cause) {
    return new Error('what the handler threw cannot be read', { cause })
  }
}

/**
 * The SQLSTATE of what PostgreSQL said, also where an ORM has wrapped it. Applications give their own errors codes that
 * look alike (`40001` for a coupon that is gone), so the server's word is told by its severity.
 */
export function serverState(thrown: unknown): string | undefined {
  let current = thrown
  for (let depth = 0; depth < DEEPEST_CAUSE; depth += 1) {
    if (typeof current !== 'object' || current === null) return undefined
    if ('severity' in current) return sqlState(current)
    current = 'cause' in current ? current.cause : undefined
  }
  return undefined
}

/** A chain of causes may be a circle. */
const DEEPEST_CAUSE = 8

function cut(name: string): string {
  return name.slice(0, LONGEST_CODE)
}
