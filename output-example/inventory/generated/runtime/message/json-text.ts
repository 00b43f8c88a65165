// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { InvalidMessageError } from '../errors.js'

/** A value as it is sent, and as a consumer reads it. */
export interface JsonText {
  readonly text: string
  readonly value: unknown
}

/**
 * Writes a value as JSON and reads it back: what is validated is then what is sent, whatever `toJSON`, `undefined` and
 * NaN (which becomes null) make of it, and later changes to the object do no harm. `what` names it in the error.
 * Throws `InvalidMessageError` with the code `not-json`.
 */
export function jsonText(value: unknown, what: string): JsonText {
  const text = write(value, what)
  return { text, value: JSON.parse(text) }
}

function write(value: unknown, what: string): string {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch (error) {
    const place = placeOfBigInt(value)
    throw new InvalidMessageError('not-json', `the ${what} has no JSON form: ${place ?? reasonOf(error)}`)
  }
  if (text !== undefined) return text
  throw new InvalidMessageError(
    'not-json',
    `the ${what} is ${typeof value}, which JSON cannot hold: send null or an object`,
  )
}

/** Only the first line: the rest of it shows members of the object. */
function reasonOf(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''
}

function placeOfBigInt(value: unknown): string | undefined {
  const path = pathToBigInt(value, new Set())
  return path === undefined
    ? undefined
    : `${path || 'it'} is a BigInt; send it as a string, or as a number while it is safe`
}

function pathToBigInt(value: unknown, seen: Set<object>): string | undefined {
  if (typeof value === 'bigint') return ''
  if (typeof value !== 'object' || value === null || seen.has(value)) return undefined
  seen.add(value)
  for (const [name, member] of Object.entries(value)) {
    const path = pathToBigInt(member, seen)
    if (path !== undefined) return `/${name}${path}`
  }
  return undefined
}
