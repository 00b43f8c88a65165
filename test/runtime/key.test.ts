import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { InvalidMessageError } from '../../templates/runtime/errors.js'
import { businessKey, encodeKey, type KeyValues } from '../../templates/runtime/key.js'
import type { KeyField } from '../../templates/runtime/types.js'
import { sampleMessage } from './sample-descriptors.js'

interface Vector {
  readonly name: string
  readonly eventType: string
  readonly key: readonly KeyField[]
  readonly body: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly parameters?: Readonly<Record<string, string>>
  readonly businessKey?: string
  readonly error?: string
}

/** What the key is, or the code of the error. */
function keyOrCode(eventType: string, key: readonly KeyField[], values: KeyValues): string {
  try {
    return businessKey(sampleMessage({ eventType, key }), values)
  } catch (error) {
    if (error instanceof InvalidMessageError) return error.code
    throw error
  }
}

describe('the published vectors', () => {
  const file = new URL('../../schema/key-vectors.json', import.meta.url)
  const { vectors }: { readonly vectors: readonly Vector[] } = JSON.parse(readFileSync(file, 'utf8'))

  test.each(vectors.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
    const { eventType, key, body, headers, parameters } = vector
    const values = { payload: JSON.parse(body), ...(headers && { headers }), ...(parameters && { parameters }) }
    expect(keyOrCode(eventType, key, values)).toBe(vector.businessKey ?? vector.error)
  })

  test('show every error', () => {
    const codes = new Set(vectors.map((vector) => vector.error).filter((code) => code !== undefined))
    expect([...codes].sort()).toEqual([
      'key-field-empty',
      'key-field-fraction',
      'key-field-ill-formed',
      'key-field-missing',
      'key-field-not-scalar',
      'key-field-unsafe-integer',
      'key-field-wrong-type',
    ])
  })
})

describe('a header in the key, as AMQP clients send it', () => {
  const cases: readonly (readonly [string, KeyField['type'], unknown, string])[] = [
    ['bytes that are text', 'string', Buffer.from('äcme'), 'E:äcme'],
    ['bytes that are digits', 'integer', Buffer.from('17'), 'E:17'],
    ['bytes that are no text', 'string', Buffer.from([0xff, 0xfe]), 'key-field-ill-formed'],
    ['a boolean as text', 'string', true, 'E:true'],
    ['a boolean as bytes', 'boolean', Buffer.from('false'), 'E:false'],
    ['a number for a boolean', 'boolean', 1, 'key-field-wrong-type'],
    ['a boolean for a number', 'integer', true, 'key-field-wrong-type'],
    ['a 64-bit integer object', 'integer', { low: -1, high: 1, unsigned: false }, 'E:8589934591'],
    ['a negative 64-bit integer object', 'integer', { low: -2, high: -1, unsigned: false }, 'E:-2'],
    [
      'a 64-bit integer object that is too large',
      'integer',
      { low: 0, high: 0x200000, unsigned: false },
      'key-field-unsafe-integer',
    ],
    ['an unsigned 64-bit integer object', 'integer', { low: 0, high: -1, unsigned: true }, 'key-field-unsafe-integer'],
    ['a typed value', 'integer', { '!': 'long', value: 17 }, 'E:17'],
    ['a timestamp', 'integer', { '!': 'timestamp', value: 1_700_000_000 }, 'E:1700000000'],
    ['a decimal that is whole', 'integer', { '!': 'decimal', value: { places: 2, digits: 1700 } }, 'E:17'],
    ['a decimal', 'integer', { '!': 'decimal', value: { places: 2, digits: 1705 } }, 'key-field-fraction'],
    ['digits that are too large', 'integer', '9007199254740993', 'key-field-unsafe-integer'],
    ['digits with a sign', 'integer', '-17', 'E:-17'],
    ['minus zero', 'integer', '-0', 'E:0'],
    ['a fraction as text', 'integer', '1.5', 'key-field-wrong-type'],
    ['an empty text', 'integer', '', 'key-field-empty'],
    ['a table', 'string', { nested: 'x' }, 'key-field-not-scalar'],
    ['a list', 'string', ['x'], 'key-field-not-scalar'],
    ['void', 'string', null, 'key-field-missing'],
  ]
  test.each(cases)('%s, declared %s', (_, type, value, expected) => {
    const key: readonly KeyField[] = [{ in: 'header', path: ['tenant'], type }]
    expect(keyOrCode('E', key, { payload: {}, headers: { tenant: value } })).toBe(expected)
  })
})

test('a field is never read from a prototype', () => {
  const headers: Record<string, unknown> = {}
  // What a decoder that assigns makes of a header of this name.
  Object.setPrototypeOf(headers, { tenant: 'evil' })
  const key: readonly KeyField[] = [{ in: 'header', path: ['tenant'], type: 'string' }]
  expect(keyOrCode('E', key, { payload: {}, headers })).toBe('key-field-missing')
  expect(keyOrCode('E', [{ in: 'payload', path: ['__proto__'], type: 'string' }], { payload: {} })).toBe(
    'key-field-missing',
  )
})

test('the error names the field and does not quote its value', () => {
  const message = sampleMessage({ key: [{ in: 'payload', path: ['order', 'id'], type: 'string' }] })
  const payload = { order: { id: { secret: 'hidden' } } }
  expect(() => businessKey(message, { payload })).toThrow(
    'the business key of ORDER_PAID needs the payload field order.id, which is neither a string, an integer nor a boolean',
  )
})

test('an overlong key is as long as the longest that is kept', () => {
  const kept = encodeKey(['E', 'x'.repeat(198)])
  const cut = encodeKey(['E', 'x'.repeat(199)])
  expect(Buffer.byteLength(kept)).toBe(200)
  expect(Buffer.byteLength(cut)).toBe(200)
  expect(cut).toMatch(/^E:x{133}:[0-9a-f]{64}$/)
})
