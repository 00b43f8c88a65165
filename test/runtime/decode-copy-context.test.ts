import { expect, test } from 'vitest'
import { readCopyContext } from '../../templates/runtime/message/copy-context.js'
import { delivery, type SampleDelivery } from './sample-deliveries.js'

const read = (sample: SampleDelivery, queue?: string): ReturnType<typeof readCopyContext> =>
  readCopyContext(delivery(sample), queue)

test('a publication is the first run of what it is', () => {
  expect(read({ headers: { own: 1, 'x-death': [] } })).toEqual({
    run: 1,
    isCopy: false,
    exchange: 'order.event.exchange',
    routingKey: 'order.paid',
    unknownCommits: 0,
  })
})

test('a message without a header table is a publication', () => {
  expect(read({ properties: { headers: undefined } })).toMatchObject({
    run: 1,
    isCopy: false,
    routingKey: 'order.paid',
  })
})

test('a copy carries on from where the first was', () => {
  const headers = {
    'idemgen-run': 3,
    'idemgen-reason': 'system: no luck',
    'idemgen-exchange': 'orders',
    'idemgen-routing-key': 'order.paid.eu',
    'idemgen-busy-since': 1_700_000_000_123,
    'idemgen-unknown-commits': 2,
    'idemgen-replay': '42',
  }
  expect(read({ headers, exchange: '', routingKey: 'queue.marketing' })).toEqual({
    run: 3,
    isCopy: true,
    exchange: 'orders',
    routingKey: 'order.paid.eu',
    busySince: 1_700_000_000_123,
    unknownCommits: 2,
    replayId: '42',
  })
})

test('texts, bytes and 64-bit integers are read alike', () => {
  const headers = {
    'idemgen-run': '3',
    'idemgen-routing-key': Buffer.from('key'),
    'idemgen-exchange': Buffer.from('exchange'),
    'idemgen-busy-since': { low: 5, high: 0, unsigned: false },
    'idemgen-unknown-commits': Buffer.from('1'),
    'idemgen-replay': 42,
  }
  expect(read({ headers })).toEqual({
    run: 3,
    isCopy: true,
    exchange: 'exchange',
    routingKey: 'key',
    busySince: 5,
    unknownCommits: 1,
    replayId: '42',
  })
})

test('an empty routing key is one: a fanout exchange asks for none', () => {
  const headers = { 'idemgen-routing-key': '', 'idemgen-exchange': '' }
  expect(read({ headers })).toMatchObject({ exchange: '', routingKey: '' })
})

test('what cannot be read has its default', () => {
  const headers = {
    'idemgen-run': -1,
    'idemgen-routing-key': { table: 1 },
    'idemgen-busy-since': 'yesterday',
    'idemgen-unknown-commits': 1.5,
    'idemgen-replay': 'x',
  }
  expect(read({ headers })).toEqual({
    run: 1,
    isCopy: true,
    exchange: 'order.event.exchange',
    routingKey: 'order.paid',
    unknownCommits: 0,
  })
  expect(read({ headers: { 'idemgen-run': 0 } })).toMatchObject({ run: 1 })
  expect(read({ headers: { 'idemgen-run': Number.MAX_VALUE } })).toMatchObject({ run: 1 })
  // Larger than the column: as a parameter it would be an error of the database.
  expect(read({ headers: { 'idemgen-replay': '9223372036854775808' } })).not.toHaveProperty('replayId')
  expect(read({ headers: { 'idemgen-replay': '9223372036854775807' } })).toMatchObject({
    replayId: '9223372036854775807',
  })
})

test('a dead letter of the queue came by how it entered the queue', () => {
  const headers = {
    'x-death': [{ queue: 'q', exchange: 'orders', 'routing-keys': ['order.paid.eu'], reason: 'delivery_limit' }],
  }
  expect(read({ headers, exchange: '', routingKey: 'q.dead' }, 'q')).toMatchObject({
    exchange: 'orders',
    routingKey: 'order.paid.eu',
    isCopy: false,
  })
  expect(read({ headers, exchange: '', routingKey: 'q.dead' }, 'other')).toMatchObject({
    exchange: '',
    routingKey: 'q.dead',
  })
  expect(read({ headers, exchange: '', routingKey: 'q.dead' })).toMatchObject({ exchange: '', routingKey: 'q.dead' })
})
