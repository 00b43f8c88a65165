import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireSendable } from '../../templates/runtime/broker/wire-limits.js'
import { connectRaw, type RawBroker } from '../support/broker.js'

let raw: RawBroker
beforeAll(async () => {
  raw = await connectRaw()
})
afterAll(() => raw.close())

function refusal(headers: object): string | undefined {
  try {
    requireSendable({ exchange: '', routingKey: 'nowhere', content: Buffer.alloc(0), properties: { headers } })
    return undefined
  } catch (error) {
    return String(error)
  }
}

/** Whether amqplib can encode the headers. */
function isEncoded(headers: object): boolean {
  try {
    raw.channel.publish('', 'test-nowhere', Buffer.alloc(0), { headers })
    return true
  } catch {
    return false
  }
}

/** A member of the name `!` is amqplib's notation for a value of a given type. */
const name = fc.string({ maxLength: 300 }).filter((text) => text !== '!')

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 2 },
    fc.string({ unit: 'binary' }),
    fc.boolean(),
    fc.double(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.constant(null),
    fc.constant(undefined),
    fc.bigInt(),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(name, tie('any'), { maxKeys: 3 }),
  ),
})).any

test('headers are refused exactly when they cannot be encoded', () => {
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 4 }), (headers) => {
      expect(refusal(headers) === undefined, refusal(headers)).toBe(isEncoded(headers))
    }),
    { numRuns: 1_000 },
  )
})

test('headers of the largest size are sent, and one byte more is not', () => {
  // Length of the table, the name's length and the name, the type, the length of the text.
  const overhead = 4 + 2 + 1 + 4
  const largest = 'x'.repeat(65_536 - overhead)
  expect([refusal({ h: largest }), isEncoded({ h: largest })]).toEqual([undefined, true])
  expect([refusal({ h: `${largest}x` }), isEncoded({ h: `${largest}x` })]).toEqual([
    expect.stringContaining('take 65537 bytes'),
    false,
  ])
})

test('many headers of every kind are counted to the byte', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 50 }), (list) => {
      const filled = (length: number): object => ({ list, fill: 'x'.repeat(length) })
      fc.pre(refusal(filled(0)) === undefined)
      let [accepted, refused] = [0, 65_536]
      while (refused - accepted > 1) {
        const middle = Math.floor((accepted + refused) / 2)
        if (refusal(filled(middle)) === undefined) accepted = middle
        else refused = middle
      }
      expect([isEncoded(filled(accepted)), isEncoded(filled(refused))]).toEqual([true, false])
    }),
    { numRuns: 30 },
  )
})
