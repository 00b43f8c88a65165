import { expect, test } from 'vitest'
import { createDecoder, type Decoded, type Poison } from '../../templates/runtime/message/decode.js'
import { createValidator } from '../../templates/runtime/message/validator.js'
import { createDeliveries } from './random-deliveries.js'
import { delivery } from './sample-deliveries.js'
import { payloadField, sampleGroup, sampleMessage, sampleQueue } from './sample-descriptors.js'

const DELIVERIES = 100_000

const messages = {
  Paid: sampleMessage({
    eventType: 'PAID',
    key: [payloadField('id'), { in: 'header', path: ['tenant'], type: 'string' }],
    payload: '#/definitions/Paid',
    headers: '#/definitions/Headers',
    fingerprint: { version: 'v1', ignore: [['sentAt'], ['lines', 'at']] },
  }),
  Stock: sampleMessage({
    eventType: 'STOCK',
    key: [
      { in: 'parameter', path: ['depot'], type: 'string' },
      { in: 'payload', path: ['count'], type: 'integer' },
    ],
    addresses: ['stock.{depot}'],
    parameters: ['depot'],
    match: { messageType: 'com.acme.Stock', const: { path: ['kind'], value: 'stock' } },
  }),
}
const schemas = {
  definitions: {
    Paid: {
      type: 'object',
      required: ['id'],
      properties: { id: { type: ['string', 'integer', 'null'] }, next: { $ref: '#/definitions/Paid' } },
    },
    Headers: { type: 'object', properties: { tenant: { type: ['string', 'integer'] } } },
  },
}

/** What the generator has to reach, or it is no test. */
const outcomes = [
  ...['Paid', 'Stock'].map((name) => `decoded ${name}`),
  ...['not-utf8', 'empty', 'not-json', 'too-deep', 'not-decompressible'].map((fault) => `body-${fault}`),
  ...['integer-not-exact', 'charset-unknown', 'content-encoding-unknown', 'event-type-unknown', 'event-type-missing'],
  ...['payload-invalid', 'headers-invalid', 'routing-key-unexpected'],
  ...['missing', 'empty', 'not-scalar', 'fraction', 'unsafe-integer', 'ill-formed'].map(
    (fault) => `key-field-${fault}`,
  ),
]

function isSound(result: Decoded | Poison): boolean {
  if (result.kind === 'poison') return result.message !== '' && result.code !== 'undecodable'
  return Buffer.byteLength(result.businessKey) <= 200 && result.fingerprint.length === 32
}

test(`${DELIVERIES} deliveries of all kinds are decoded or poison, none an exception`, () => {
  const queue = sampleQueue(Object.keys(messages))
  const decode = createDecoder({ group: sampleGroup(queue), queue, messages, validator: createValidator(schemas) })
  const next = createDeliveries(20_260_101)
  const seen = new Map<string, number>()
  const unsound: unknown[] = []
  let spentMs = 0
  for (let i = 0; i < DELIVERIES; i += 1) {
    const message = delivery(next())
    const startedAt = performance.now()
    const result = decode(message)
    spentMs += performance.now() - startedAt
    const outcome = result.kind === 'decoded' ? `decoded ${result.name}` : result.code
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
    if (!isSound(result)) unsound.push(result, message)
  }
  console.log(`${Math.round(DELIVERIES / (spentMs / 1_000))} deliveries a second`, Object.fromEntries([...seen].sort()))

  expect(unsound.slice(0, 4)).toEqual([])
  expect(outcomes.filter((outcome) => (seen.get(outcome) ?? 0) < 20)).toEqual([])
  expect([...seen.keys()].filter((outcome) => !outcomes.includes(outcome))).toEqual([])
}, 120_000)
