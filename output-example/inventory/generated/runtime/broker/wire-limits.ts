// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { PublishRefusedError } from '../errors.js'
import type { OutgoingMessage } from './broker-types.js'

/** AMQP writes the length of a name in one byte. */
export const LONGEST_NAME = 255
/** amqplib encodes a header table in a buffer of this size. */
const LARGEST_HEADERS = 65_536

/** Throws `PublishRefusedError` for what AMQP cannot carry, before anything is sent. */
export function requireSendable({ exchange, routingKey, properties }: OutgoingMessage): void {
  requireName('exchange', exchange)
  requireName('routing key', routingKey)
  for (const property of NAMED_PROPERTIES) requireName(property, properties[property])
  const bytes = tableSize({ ...properties.headers, CC: properties.CC, BCC: properties.BCC }, 'headers')
  if (bytes > LARGEST_HEADERS) {
    throw new PublishRefusedError(
      `the headers take ${bytes} bytes, AMQP carries ${LARGEST_HEADERS}: move the data into the payload`,
    )
  }
}

const NAMED_PROPERTIES = [
  'messageId',
  'type',
  'contentType',
  'contentEncoding',
  'correlationId',
  'replyTo',
  'userId',
  'appId',
] as const

function requireName(what: string, value: unknown): void {
  if (value === undefined) return
  if (typeof value !== 'string') throw new PublishRefusedError(`the ${what} is not a string but ${typeof value}`)
  const bytes = Buffer.byteLength(value)
  if (bytes > LONGEST_NAME) {
    throw new PublishRefusedError(
      `the ${what} "${value.slice(0, 40)}…" takes ${bytes} bytes, AMQP carries ${LONGEST_NAME}`,
    )
  }
}

/** Bytes of a table as amqplib writes it: its length, then name and value of each entry. */
function tableSize(table: object, path: string): number {
  let bytes = 4
  for (const [name, value] of Object.entries(table)) {
    if (value === undefined) continue
    requireName(`header name ${path}.${name}`, name)
    bytes += 1 + Buffer.byteLength(name) + valueSize(value, `${path}.${name}`)
  }
  return bytes
}

function valueSize(value: unknown, path: string): number {
  if (value === null) return 1
  if (typeof value === 'boolean') return 2
  if (typeof value === 'number' && isEncodable(value)) return numberSize(value)
  if (typeof value === 'string') return 5 + Buffer.byteLength(value)
  if (Buffer.isBuffer(value)) return 5 + value.length
  if (Array.isArray(value)) return value.reduce((bytes: number, item) => bytes + valueSize(item, path), 5)
  // amqplib's own notation for a value of a given type; eight bytes hold each of them.
  if (typeof value === 'object' && '!' in value) return 9
  if (typeof value === 'object') return 1 + tableSize(value, path)
  throw new PublishRefusedError(
    `${path} cannot be sent as a header: it is ${typeof value === 'number' ? value : `a ${typeof value}`}`,
  )
}

/** What amqplib does not take for a fraction it writes as an integer of 64 bits, or fails. */
function isEncodable(value: number): boolean {
  if (value >= 2 ** 63) return true
  return value >= -(2 ** 63) && (Number.isInteger(value) || Math.abs(value) < 2 ** 50)
}

function numberSize(value: number): number {
  if (!Number.isInteger(value) || Math.abs(value) > 0x80000000) return 9
  if (value >= -0x80 && value < 0x80) return 2
  return value >= -0x8000 && value < 0x8000 ? 3 : 5
}
