import { gunzipSync } from 'node:zlib'
import type { Channel, GetMessage } from 'amqplib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPublishers, type PublisherWiring } from '../../templates/runtime/publish.js'
import type {
  MessageDescriptor,
  MessageShape,
  PublishChannelDescriptor,
  Publisher,
  PublishOptions,
} from '../../templates/runtime/types.js'
import { queueState } from '../support/broker.js'
import { waitFor } from '../support/wait-for.js'
import { type BrokerFixture, drain, openBrokerFixture } from './broker-fixture.js'

interface Order {
  readonly orderId: string
  readonly amount?: number
  readonly paidAt?: string
}
interface OrderMessage extends MessageShape {
  readonly payload: unknown
}

let fixture: BrokerFixture
let exchange: string
let queue: string

beforeEach(async () => {
  fixture = await openBrokerFixture()
  exchange = fixture.names.name('events')
  queue = fixture.names.name('bound')
})

afterEach(async () => {
  vi.restoreAllMocks()
  await fixture.close()
})

const schemas = {
  definitions: {
    Order: {
      type: 'object',
      required: ['orderId'],
      properties: {
        orderId: { type: 'string', minLength: 1 },
        amount: { type: 'integer' },
        paidAt: { type: 'string', format: 'date-time' },
      },
    },
    OwnHeaders: {
      type: 'object',
      required: ['tenantId'],
      additionalProperties: false,
      properties: { tenantId: { type: 'string' } },
    },
    AllHeaders: {
      allOf: [{ $ref: '#/definitions/Ids' }, { type: 'object', required: ['businessKey', 'keyVersion'] }],
      properties: { businessKey: { type: 'string' }, keyVersion: { type: 'integer' }, tenantId: { type: 'string' } },
      additionalProperties: { type: 'string' },
    },
    Ids: { type: 'object', required: ['messageId'], properties: { messageId: { type: 'string', format: 'uuid' } } },
  },
}

interface Changes {
  readonly message?: Partial<MessageDescriptor>
  readonly channel?: Partial<PublishChannelDescriptor>
  /** A second channel beside the first. */
  readonly second?: Partial<PublishChannelDescriptor>
  readonly type?: 'topic' | 'direct'
}

async function openPublisher(changes: Changes = {}): Promise<Publisher<OrderMessage>> {
  const channel: PublishChannelDescriptor = {
    exchange,
    routingKey: 'order.paid',
    parameters: [],
    mandatory: true,
    persistent: true,
    confirmTimeoutMs: 5_000,
    window: 100,
    ...changes.channel,
  }
  const descriptor = {
    message: 'Order',
    channels: { orderPaid: channel, ...(changes.second && { second: { ...channel, ...changes.second } }) },
  }
  const wiring: PublisherWiring = {
    publishers: { order: descriptor },
    messages: { Order: { ...orderDescriptor, ...changes.message } },
    exchanges: { [exchange]: { type: changes.type ?? 'topic', durable: true, autoDelete: false } },
    schemas,
  }
  const publishers = await openPublishers(wiring, { broker: fixture.broker, log: fixture.log })
  await fixture.raw.channel.assertQueue(queue)
  await fixture.raw.channel.bindQueue(queue, exchange, changes.type === 'direct' ? 'order.paid' : '#')
  return publishers.publisher<OrderMessage>(descriptor)
}

const orderDescriptor: MessageDescriptor = {
  eventType: 'ORDER_PAID',
  key: [{ in: 'payload', path: ['orderId'], type: 'string' }],
  keyVersion: 2,
  fingerprint: { version: '1', ignore: [] },
  sensitive: [],
  payload: '#/definitions/Order',
  addresses: ['order.paid'],
  parameters: [],
  match: {},
  contentType: 'application/json',
}

const order: Order = { orderId: 'o-17', amount: 5 }

/** The types of emitted publishers ask for what a message needs; these tests also do what they would not let through. */
function options(given: Readonly<Record<string, unknown>>): PublishOptions {
  return given
}

async function received(): Promise<GetMessage> {
  return waitFor(() => fixture.raw.channel.get(queue, { noAck: true }), { what: 'the message' })
}

async function ready(): Promise<number | undefined> {
  return (await queueState(fixture.raw, queue))?.ready
}

async function expectRefusal(publishing: Promise<unknown>, code: string, message: string | RegExp): Promise<void> {
  const failure: unknown = await publishing.catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'InvalidMessageError', code })
  expect((failure as Error).message).toMatch(message)
  expect(await ready()).toBe(0)
}

test('a message carries its body, id, type, key and the properties of an event that must not be lost', async () => {
  const publisher = await openPublisher()
  const before = Math.floor(Date.now() / 1000)
  const published = await publisher.publish(order)
  const { content, properties, fields } = await received()
  expect(JSON.parse(content.toString())).toEqual(order)
  expect(fields).toMatchObject({ exchange, routingKey: 'order.paid' })
  expect(published).toEqual({ messageId: properties.messageId, businessKey: 'ORDER_PAID:o-17' })
  expect(published.messageId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(properties).toMatchObject({ type: 'ORDER_PAID', contentType: 'application/json', deliveryMode: 2 })
  expect(properties.timestamp - before).toBeLessThan(5)
  expect(properties.timestamp - before).toBeGreaterThanOrEqual(0)
  const { publishNonce, ...headers } = properties.headers ?? {}
  expect(publishNonce).toEqual(expect.any(String))
  expect(headers).toEqual({ businessKey: 'ORDER_PAID:o-17', eventType: 'ORDER_PAID', keyVersion: 2 })
})

test('a message id of the caller is kept', async () => {
  const publisher = await openPublisher()
  expect(await publisher.publish(order, { messageId: 'm-1' })).toMatchObject({ messageId: 'm-1' })
  expect((await received()).properties.messageId).toBe('m-1')
})

test('what the spec asks of the channel is set', async () => {
  const copies = fixture.names.name('copies')
  const blind = fixture.names.name('blind')
  await fixture.raw.channel.assertQueue(copies)
  await fixture.raw.channel.assertQueue(blind)
  const publisher = await openPublisher({
    channel: {
      expirationMs: 60_000,
      priority: 3,
      userId: 'guest',
      replyTo: 'answers',
      cc: ['also'],
      bcc: ['secretly'],
    },
  })
  await fixture.raw.channel.bindQueue(copies, exchange, 'also')
  await fixture.raw.channel.bindQueue(blind, exchange, 'secretly')
  await publisher.publish(order)
  const { properties } = await received()
  expect(properties).toMatchObject({ expiration: '60000', priority: 3, userId: 'guest', replyTo: 'answers' })
  expect(properties.headers).toMatchObject({ CC: ['also'] })
  expect(properties.headers).not.toHaveProperty('BCC')
  expect(await drain(fixture, copies)).toHaveLength(1)
  expect(await drain(fixture, blind)).toHaveLength(1)
})

test('a body is compressed when the spec says so', async () => {
  const publisher = await openPublisher({ message: { contentEncoding: 'gzip' } })
  await publisher.publish(order)
  const { content, properties } = await received()
  expect(properties.contentEncoding).toBe('gzip')
  expect(JSON.parse(gunzipSync(content).toString())).toEqual(order)
})

test('an encoding that no consumer reads is refused when the publishers are opened', async () => {
  await expect(openPublisher({ message: { contentEncoding: 'zip' } })).rejects.toMatchObject({
    name: 'ConfigurationError',
    code: 'content-encoding-unknown',
  })
})

test('a payload that does not fit its schema is not sent', async () => {
  const publisher = await openPublisher()
  await expectRefusal(
    publisher.publish({ orderId: '' }),
    'payload-invalid',
    /ORDER_PAID .*\/orderId must NOT have fewer/,
  )
})

test('what is validated is what is sent: the JSON form, not the object', async () => {
  const publisher = await openPublisher()
  await expectRefusal(publisher.publish({ ...order, amount: Number.NaN }), 'payload-invalid', '/amount must be integer')
  const turning = { orderId: 'o-18', paidAt: 'never', toJSON: () => ({ orderId: 17 }) }
  await expectRefusal(publisher.publish(turning), 'payload-invalid', '/orderId must be string')
  const paidAt = new Date(0)
  await publisher.publish({ ...order, amount: undefined, paidAt })
  expect(JSON.parse((await received()).content.toString())).toEqual({ orderId: 'o-17', paidAt: paidAt.toISOString() })
})

test('a payload without a JSON form is refused with the place', async () => {
  const publisher = await openPublisher()
  const circular: { self?: object } = {}
  circular.self = circular
  await expectRefusal(publisher.publish({ order: { amounts: [1, 2n] } }), 'not-json', '/order/amounts/1 is a BigInt')
  await expectRefusal(publisher.publish(circular), 'not-json', /payload has no JSON form: Converting circular.*$/)
  await expectRefusal(publisher.publish(undefined), 'not-json', 'the payload is undefined')
})

test('a payload changed after the call is sent as it was', async () => {
  const publisher = await openPublisher({ channel: { window: 1 } })
  const payload = { orderId: 'o-1' }
  const first = publisher.publish(payload)
  payload.orderId = 'o-2'
  const second = publisher.publish(payload)
  payload.orderId = 'o-3'
  await Promise.all([first, second])
  const bodies = await drain(fixture, queue)
  expect(bodies.map((body) => JSON.parse(body).orderId)).toEqual(['o-1', 'o-2'])
})

test('a message whose key cannot be made is not sent', async () => {
  const publisher = await openPublisher({ message: { key: [{ in: 'payload', path: ['tenant'], type: 'string' }] } })
  await expectRefusal(publisher.publish(order), 'key-field-missing', /tenant/)
})

test('headers that the spec declares are checked and sent, ours beside them', async () => {
  const publisher = await openPublisher({
    message: { headers: '#/definitions/OwnHeaders', key: [{ in: 'header', path: ['tenantId'], type: 'string' }] },
  })
  await expectRefusal(
    publisher.publish(order, options({ headers: { tenantId: 7 } })),
    'headers-invalid',
    '/tenantId must be string',
  )
  const unknown = options({ headers: { tenantId: 't-1', other: 'x' } })
  await expectRefusal(publisher.publish(order, unknown), 'headers-invalid', /must not have the member other/)
  await publisher.publish(order, options({ headers: { tenantId: 't-1' } }))
  expect((await received()).properties.headers).toMatchObject({ tenantId: 't-1', businessKey: 'ORDER_PAID:t-1' })
})

test('a schema that declares headers of ours sees them, the message id included', async () => {
  const publisher = await openPublisher({ message: { headers: '#/definitions/AllHeaders' } })
  const { messageId } = await publisher.publish(order, options({ headers: { tenantId: 't-1' } }))
  expect((await received()).properties.headers).toMatchObject({ messageId, keyVersion: 2, tenantId: 't-1' })
  await expectRefusal(
    publisher.publish(order, { messageId: 'no-uuid' }),
    'headers-invalid',
    '/messageId must match format',
  )
  const clash = options({ headers: { messageId: 'other' } })
  await expectRefusal(publisher.publish(order, clash), 'header-reserved', 'set by the option messageId')
})

test.each(['idemgen-replay', 'CC', 'BCC'])(
  'the header %s, which would change what becomes of the message, is refused',
  async (name) => {
    const publisher = await openPublisher()
    await expectRefusal(publisher.publish(order, options({ headers: { [name]: 'x' } })), 'header-reserved', name)
  },
)

test('a business key of the caller is refused unless it is the same', async () => {
  const publisher = await openPublisher()
  const foreign = options({ headers: { businessKey: 'mine' } })
  await expectRefusal(publisher.publish(order, foreign), 'header-reserved', 'set by idemgen to another value')
  await publisher.publish(order, options({ headers: { businessKey: 'ORDER_PAID:o-17' } }))
})

test('parameters fill the routing key and can be part of the key', async () => {
  const publisher = await openPublisher({
    message: { key: [{ in: 'parameter', path: ['depotId'], type: 'string' }] },
    channel: { routingKey: 'stock.{depotId}.{shelf}', parameters: ['depotId', 'shelf'] },
  })
  const published = await publisher.publish(order, options({ parameters: { depotId: 'd 1/ä', shelf: '7' } }))
  expect(published.businessKey).toBe('ORDER_PAID:d 1/ä')
  expect((await received()).fields.routingKey).toBe('stock.d 1/ä.7')
})

test.each([
  { parameters: {}, code: 'parameter-missing', says: /"depotId" .* missing/ },
  { parameters: { depotId: '' }, code: 'parameter-empty', says: /"depotId" .* empty/ },
  { parameters: { depotId: 'a.b' }, code: 'parameter-not-a-word', says: /"depotId" .* holds "\."/ },
  { parameters: { depotId: '*' }, code: 'parameter-not-a-word', says: /holds "\*"/ },
  { parameters: { depotId: '#' }, code: 'parameter-not-a-word', says: /holds "#"/ },
  { parameters: { depotId: 'ä'.repeat(128) }, code: 'routing-key-too-long', says: /takes 262 bytes/ },
])('the parameters $parameters are refused: $code', async ({ parameters, code, says }) => {
  const publisher = await openPublisher({ channel: { routingKey: 'stock.{depotId}', parameters: ['depotId'] } })
  await expectRefusal(publisher.publish(order, options({ parameters })), code, says)
})

test('a message of several channels is sent to the one that is named, and to none without a name', async () => {
  const publisher = await openPublisher({ second: { routingKey: 'order.second' } })
  await expectRefusal(
    publisher.publish(order),
    'channel-unknown',
    'is missing: this message is sent to orderPaid or second',
  )
  await expectRefusal(publisher.publish(order, options({ channel: 'third' })), 'channel-unknown', 'no channel "third"')
  await publisher.publish(order, options({ channel: 'second' }))
  expect((await received()).fields.routingKey).toBe('order.second')
})

test('a message that no queue is bound for is unroutable, unless the spec does not mind', async () => {
  const strict = await openPublisher({ type: 'direct', channel: { routingKey: 'nobody' } })
  await expect(strict.publish(order)).rejects.toMatchObject({
    name: 'UnroutableError',
    message: expect.stringContaining(`exchange "${exchange}" for routing key "nobody"`),
  })
  const lenient = await openPublisher({ type: 'direct', channel: { routingKey: 'nobody', mandatory: false } })
  await expect(lenient.publish(order)).resolves.toBeDefined()
})

test('opening the publishers declares their exchanges', async () => {
  await openPublisher()
  await expect(fixture.raw.channel.checkExchange(exchange)).resolves.toBeDefined()
})

test('an exchange with other settings is an error when the publishers are opened', async () => {
  await fixture.raw.channel.assertExchange(exchange, 'fanout')
  await expect(openPublisher()).rejects.toMatchObject({
    name: 'TopologyError',
    message: expect.stringContaining("received 'topic' but current is 'fanout'"),
  })
})

test('a user that may not declare the exchange can publish to it as it stands', async () => {
  const prototype: Channel = Object.getPrototypeOf(Object.getPrototypeOf(fixture.raw.channel))
  const forbidden = Object.assign(new Error('Operation failed: ExchangeDeclare; 403 (ACCESS-REFUSED)'), { code: 403 })
  const declaring = vi.spyOn(prototype, 'assertExchange').mockRejectedValue(forbidden)
  await expect(openPublisher()).rejects.toThrow(`exchange "${exchange}" does not exist`)
  declaring.mockRestore()
  await fixture.raw.channel.assertExchange(exchange, 'topic')
  vi.spyOn(prototype, 'assertExchange').mockRejectedValue(forbidden)
  const publisher = await openPublisher()
  await publisher.publish(order)
  expect(await ready()).toBe(1)
})

test('no more than the window is unconfirmed at a time; the others wait in their order', async () => {
  const publisher = await openPublisher({ channel: { window: 2 } })
  await publisher.publish({ orderId: 'warm-up' })
  fixture.proxy.hold('toClient')
  const publishing = ['1', '2', '3', '4', '5'].map((orderId) => publisher.publish({ orderId }))
  await waitFor(async () => (await ready()) === 3, { what: 'the window is full' })
  await Promise.all(Array.from({ length: 3 }, ready))
  expect(await ready()).toBe(3)
  fixture.proxy.release()
  await Promise.all(publishing)
  const bodies = await drain(fixture, queue)
  expect(bodies.map((body) => JSON.parse(body).orderId)).toEqual(['warm-up', '1', '2', '3', '4', '5'])
})

test('the confirm timeout counts from the call, also for what waits for the window', async () => {
  const publisher = await openPublisher({ channel: { window: 1, confirmTimeoutMs: 200 } })
  await publisher.publish({ orderId: 'warm-up' })
  fixture.proxy.hold('toClient')
  const startedAt = performance.now()
  const settled = await Promise.allSettled(['1', '2', '3'].map((orderId) => publisher.publish({ orderId })))
  expect(performance.now() - startedAt).toBeLessThan(600)
  const reasons = settled.map((each) => (each.status === 'rejected' ? each.reason : undefined))
  expect(reasons).toEqual(Array(3).fill(expect.objectContaining({ code: 'publish-outcome-unknown' })))
  expect(String(reasons[0])).toContain('it may or may not arrive')
  expect(String(reasons[2])).toMatch(/not sent/)
  fixture.proxy.release()
  await publisher.publish({ orderId: 'next' })
})

test('an abort ends the wait for the window without sending', async () => {
  const publisher = await openPublisher({ channel: { window: 1 } })
  await publisher.publish({ orderId: 'warm-up' })
  fixture.proxy.hold('toClient')
  const first = publisher.publish({ orderId: '1' })
  const abort = new AbortController()
  const second = publisher.publish({ orderId: '2' }, { signal: abort.signal })
  abort.abort()
  await expect(second).rejects.toThrow('no place came free before the wait was given up')
  fixture.proxy.release()
  await first
  const bodies = await drain(fixture, queue)
  expect(bodies.map((body) => JSON.parse(body).orderId)).toEqual(['warm-up', '1'])
})

test('closing the broker waits for what was published, that which waits for the window included', async () => {
  const publisher = await openPublisher({ channel: { window: 1 } })
  await publisher.publish({ orderId: 'warm-up' })
  fixture.proxy.delay(50, 'toClient')
  const publishing = ['1', '2', '3'].map((orderId) => publisher.publish({ orderId }))
  await fixture.broker.close()
  expect(await Promise.all(publishing)).toHaveLength(3)
  await expect(publisher.publish(order)).rejects.toMatchObject({ name: 'PublishRefusedError' })
})
