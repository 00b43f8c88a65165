// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { createHash } from 'node:crypto'
import { InvalidMessageError } from './errors.js'
import { plainHeader } from './message/header-values.js'
import { readPath } from './message/read-path.js'
import type { KeyField, MessageDescriptor } from './types.js'

/** Where the fields of a key are read. Headers may be as AMQP delivers them. */
export interface KeyValues {
  readonly payload: unknown
  readonly headers?: Readonly<Record<string, unknown>>
  readonly parameters?: Readonly<Record<string, string>>
}

/** Longest key in UTF-8 bytes, so that the index entry of a record stays small whatever a publisher sends. */
const longestKey = 200
/** What is left of an overlong key beside `:` and the 64 digits of its hash. */
const longestPrefix = 135

/**
 * The key that names the business action: `ORDER_PAID:o-17:t-4`. The same for every copy of a message, on both sides.
 * Throws `InvalidMessageError` with one of the codes `key-field-missing`, `key-field-empty`, `key-field-not-scalar`,
 * `key-field-wrong-type`, `key-field-fraction`, `key-field-unsafe-integer` and `key-field-ill-formed`.
 */
export function businessKey(message: MessageDescriptor, values: KeyValues): string {
  return encodeKey([message.eventType, ...message.key.map((field) => keyPart(message, field, values))])
}

/**
 * Joins the parts by `:` so that different lists give different keys. Over 200 UTF-8 bytes the key becomes its first
 * 135 bytes at most, in whole characters, `:` and the SHA-256 of the whole.
 */
export function encodeKey(parts: readonly string[]): string {
  const key = parts.map(escapePart).join(':')
  // A UTF-16 unit takes three bytes at most: short keys, nearly all, need no counting.
  if (key.length * 3 <= longestKey || Buffer.byteLength(key) <= longestKey) return key
  return `${prefixOf(key)}:${createHash('sha256').update(key).digest('hex')}`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
const special = /[%:\u0000-\u001f\u007f]/g

function escapePart(part: string): string {
  return part.replace(special, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}

function prefixOf(key: string): string {
  let bytes = 0
  let end = 0
  for (const character of key) {
    bytes += Buffer.byteLength(character)
    if (bytes > longestPrefix) break
    end += character.length
  }
  return key.slice(0, end)
}

function keyPart(message: MessageDescriptor, field: KeyField, values: KeyValues): string {
  const part = fieldText(field, values)
  if (typeof part === 'string') return part
  throw new InvalidMessageError(
    part.code,
    `the business key of ${message.eventType} needs the ${field.in} field ${field.path.join('.')}, which ${part.fault}`,
  )
}

interface Fault {
  readonly code: string
  readonly fault: string
}

function fieldText(field: KeyField, values: KeyValues): string | Fault {
  if (field.in === 'payload') return valueText(readPath(values.payload, field.path))
  if (field.in === 'parameter') return valueText(readPath(values.parameters, field.path))
  return headerText(plainHeader(readPath(values.headers, field.path)), field.type)
}

/** With the `u` flag, surrogates that form a pair are one character and do not match. */
const loneSurrogate = /\p{Surrogate}/u

/** What the value is decides, not the declared type: the schema has been checked by then. */
function valueText(value: unknown): string | Fault {
  if (typeof value === 'number') return integerText(value)
  if (typeof value === 'boolean') return String(value)
  if (value === undefined || value === null) {
    return { code: 'key-field-missing', fault: value === null ? 'is null' : 'is missing' }
  }
  if (value === '') return { code: 'key-field-empty', fault: 'is empty' }
  if (typeof value !== 'string') {
    return { code: 'key-field-not-scalar', fault: 'is neither a string, an integer nor a boolean' }
  }
  // UTF-8 has no place for a lone surrogate: two of them would become one and the same replacement character.
  if (loneSurrogate.test(value)) return { code: 'key-field-ill-formed', fault: 'is ill-formed UTF-16' }
  return value
}

function integerText(value: number): string | Fault {
  // `String` writes -0 as 0.
  if (Number.isSafeInteger(value)) return String(value)
  if (Number.isFinite(value) && !Number.isInteger(value)) {
    return { code: 'key-field-fraction', fault: 'is a fraction: send it as a string' }
  }
  return {
    code: 'key-field-unsafe-integer',
    fault: 'is beyond 2^53 - 1, where numbers are rounded: send it as a string',
  }
}

const integerDigits = /^-?(?:0|[1-9]\d*)$/

/** Clients send the same header as text, number or bytes: the declared type makes one text of them. */
function headerText(value: unknown, type: KeyField['type']): string | Fault {
  if (Buffer.isBuffer(value)) return { code: 'key-field-ill-formed', fault: 'is not UTF-8' }
  if (type === 'integer' && typeof value === 'string' && integerDigits.test(value)) return integerText(Number(value))
  const text = valueText(value)
  const fits =
    typeof text !== 'string' ||
    type === 'string' ||
    (type === 'integer' ? typeof value === 'number' : text === 'true' || text === 'false')
  return fits ? text : { code: 'key-field-wrong-type', fault: `is not the ${type} that the spec declares` }
}
