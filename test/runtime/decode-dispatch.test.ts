import { describe, expect, test } from 'vitest'
import { decoderFor, keyOrCode, type SampleDelivery } from './sample-deliveries.js'
import { payloadField, sampleMessage } from './sample-descriptors.js'

describe('which message it is', () => {
  const paid = sampleMessage({ match: { messageType: 'com.acme.Paid', const: { path: ['kind'], value: 'paid' } } })
  const cancelled = sampleMessage({
    eventType: 'ORDER_CANCELLED',
    match: { const: { path: ['meta', 'code'], value: 7 } },
  })
  const several = decoderFor({ OrderPaid: paid, OrderCancelled: cancelled })
  const single = decoderFor({ OrderPaid: paid })
  const as = (header: unknown, type?: string, body = '{"orderId":"1"}'): SampleDelivery => ({
    body,
    ...(header === undefined ? {} : { headers: { eventType: header } }),
    ...(type === undefined ? {} : { properties: { type } }),
  })
  const cases: readonly (readonly [string, typeof single, SampleDelivery, string])[] = [
    [
      'the header decides',
      several,
      as('ORDER_CANCELLED', 'ORDER_PAID', '{"orderId":"1","kind":"paid"}'),
      'ORDER_CANCELLED:1',
    ],
    ['the header may be bytes', several, as(Buffer.from('ORDER_CANCELLED')), 'ORDER_CANCELLED:1'],
    ['a header that names another event is believed', several, as('ORDER_LOST', 'ORDER_PAID'), 'event-type-unknown'],
    ['also on a queue with one message', single, as('ORDER_LOST', 'ORDER_PAID'), 'event-type-unknown'],
    ['an empty header says nothing', several, as('', 'ORDER_PAID'), 'ORDER_PAID:1'],
    ['a table as header says nothing', several, as({ nested: 'ORDER_CANCELLED' }, 'ORDER_PAID'), 'ORDER_PAID:1'],
    [
      'then the property type',
      several,
      as(undefined, 'ORDER_CANCELLED', '{"orderId":"1","kind":"paid"}'),
      'ORDER_CANCELLED:1',
    ],
    ['which may be the messageType of the binding', several, as(undefined, 'com.acme.Paid'), 'ORDER_PAID:1'],
    ['then a constant', several, as(undefined, undefined, '{"orderId":"1","kind":"paid"}'), 'ORDER_PAID:1'],
    [
      'also a nested one, and a number',
      several,
      as(undefined, 'some.Class', '{"orderId":"1","meta":{"code":7}}'),
      'ORDER_CANCELLED:1',
    ],
    [
      'of the same type',
      several,
      as(undefined, undefined, '{"orderId":"1","meta":{"code":"7"}}'),
      'event-type-missing',
    ],
    ['nothing is poison on a queue with several', several, as(undefined), 'event-type-missing'],
    ['an unknown type too', several, as(undefined, 'some.Class'), 'event-type-unknown'],
    ['on a queue with one message no type is needed', single, as(undefined), 'ORDER_PAID:1'],
    ['nor does another one matter', single, as(undefined, 'some.Class'), 'ORDER_PAID:1'],
  ]
  test.each(cases)('%s', (_, decode, sample, expected) => {
    expect(keyOrCode(decode, sample)).toBe(expected)
  })

  test('poison tells what the message called itself', () => {
    expect(several({ ...as('ORDER_LOST'), properties: { messageId: 'm-1' } })).toEqual({
      kind: 'poison',
      code: 'event-type-unknown',
      message:
        'the header eventType names "ORDER_LOST", which this queue does not know: it knows "ORDER_PAID", "ORDER_CANCELLED"',
      eventType: 'ORDER_LOST',
      messageId: 'm-1',
    })
    expect(single({ body: '{}' })).toMatchObject({ code: 'key-field-missing', eventType: 'ORDER_PAID' })
  })
})

describe('parameters', () => {
  const stock = sampleMessage({
    key: [{ in: 'parameter', path: ['depotId'], type: 'string' }, payloadField('orderId')],
    addresses: ['stock.{depotId}.moved', 'stock+{depotId}'],
    parameters: ['depotId'],
  })
  const decode = decoderFor({ Stock: stock })
  const cases: readonly (readonly [string, SampleDelivery, string])[] = [
    ['come from the routing key', { routingKey: 'stock.d-1.moved' }, 'ORDER_PAID:d-1:o-17'],
    ['by the first address that fits', { routingKey: 'stock+d-2' }, 'ORDER_PAID:d-2:o-17'],
    ['are one word', { routingKey: 'stock.a.b.moved' }, 'routing-key-unexpected'],
    ['are not empty', { routingKey: 'stock..moved' }, 'routing-key-unexpected'],
    ['the rest is taken literally', { routingKey: 'stockXd-2' }, 'routing-key-unexpected'],
    ['the whole key has to fit', { routingKey: 'my.stock.d-1.moved.on' }, 'routing-key-unexpected'],
    [
      'of a copy come from its first routing key',
      { routingKey: 'queue.marketing', exchange: '', headers: { 'idemgen-routing-key': 'stock.d-1.moved' } },
      'ORDER_PAID:d-1:o-17',
    ],
    [
      'of a dead letter come from how it came into the queue',
      {
        routingKey: 'queue.marketing.dead',
        headers: {
          'x-death': [
            { queue: 'another', 'routing-keys': ['stock.d-8.moved'] },
            { queue: 'queue.marketing', exchange: 'e', 'routing-keys': ['stock.d-9.moved'] },
          ],
        },
      },
      'ORDER_PAID:d-9:o-17',
    ],
  ]
  test.each(cases)('%s', (_, sample, expected) => {
    expect(keyOrCode(decode, sample)).toBe(expected)
  })

  test('are given to the handler', () => {
    expect(decode({ routingKey: 'stock.d-1.moved' })).toMatchObject({ parameters: { depotId: 'd-1' } })
  })

  test('do not matter where the message has none', () => {
    const decodeOrder = decoderFor({ OrderPaid: sampleMessage() })
    expect(keyOrCode(decodeOrder, { routingKey: 'anything' })).toBe('ORDER_PAID:o-17')
  })
})
