// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
/**
 * Header values as AMQP clients of all languages send them, read tolerantly. A text may arrive as a byte array, a
 * number as a 64-bit integer or a timestamp, and any of them nested in a table.
 */

/** Deeper tables than this are no header values of ours. */
const deepestTable = 20

/**
 * The value as JSON would hold it: byte arrays that are UTF-8 become strings, timestamps seconds since 1970, decimals
 * and 64-bit integers numbers, tables and lists are converted within. Bytes that are not UTF-8 stay a `Buffer`.
 */
export function plainHeader(value: unknown): unknown {
  return plainAt(value, 0)
}

/** The text of a header, or undefined where there is none: for names and ids, which some clients send as numbers or bytes. */
export function textHeader(value: unknown): string | undefined {
  const plain = plainHeader(value)
  if (typeof plain === 'string') return plain === '' ? undefined : plain
  return typeof plain === 'number' || typeof plain === 'boolean' ? String(plain) : undefined
}

const wholeNumber = /^\d{1,16}$/

/** A count, or undefined where the header holds none: 0 or more, as a number or as digits. */
export function countHeader(value: unknown): number | undefined {
  const plain = plainHeader(value)
  const count = typeof plain === 'string' && wholeNumber.test(plain) ? Number(plain) : plain
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

/** An own header; a table that names a header `__proto__` must not lend its members. */
export function ownHeader(headers: unknown, name: string): unknown {
  if (typeof headers !== 'object' || headers === null || !Object.hasOwn(headers, name)) return undefined
  // True: it is an object that has the member.
  return (headers as Readonly<Record<string, unknown>>)[name]
}

function plainAt(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Buffer.isBuffer(value)) return utf8Text(value) ?? value
  if (depth === deepestTable) return null
  if (Array.isArray(value)) return value.map((item) => plainAt(item, depth + 1))
  const number = taggedNumber(value)
  if (number !== undefined) return number
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainAt(member, depth + 1)]))
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function utf8Text(bytes: Buffer): string | undefined {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    // Any bytes may stand in a byte array; that they are no text is an answer.
    return undefined
  }
}

/** amqplib's `{ '!': type, value }` and the `Long` objects of other libraries. */
function taggedNumber(table: object): number | undefined {
  const type = ownHeader(table, '!')
  if (typeof type === 'string') return typedNumber(type, ownHeader(table, 'value'))
  const low = ownHeader(table, 'low')
  const high = ownHeader(table, 'high')
  if (typeof ownHeader(table, 'unsigned') !== 'boolean' || !isInt32(low) || !isInt32(high)) return undefined
  const top = ownHeader(table, 'unsigned') === true ? high >>> 0 : high
  return top * 2 ** 32 + (low >>> 0)
}

function typedNumber(type: string, value: unknown): number | undefined {
  if (type !== 'decimal') return typeof value === 'number' ? value : undefined
  const digits = ownHeader(value, 'digits')
  const places = ownHeader(value, 'places')
  return typeof digits === 'number' && typeof places === 'number' ? digits / 10 ** places : undefined
}

function isInt32(value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value
}
