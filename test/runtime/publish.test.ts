import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drain } from './broker-fixture.js'
import { openPublishFixture, options, order, type PublishFixture } from './publish-fixture.js'

let fixture: PublishFixture

beforeEach(async () => {
  fixture = await openPublishFixture()
})

afterEach(async () => {
  await fixture.close()
})

test('a message carries its body, id, type, key and the properties of an event that must not be lost', async () => {
  const publisher = await fixture.openPublisher()
  const before = Math.floor(Date.now() / 1000)
  const published = await publisher.publish(order)
  const { content, properties, fields } = await fixture.received()
  expect(JSON.parse(content.toString())).toEqual(order)
  expect(fields).toMatchObject({ exchange: fixture.exchange, routingKey: 'order.paid' })
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
  const publisher = await fixture.openPublisher()
  expect(await publisher.publish(order, { messageId: 'm-1' })).toMatchObject({ messageId: 'm-1' })
  expect((await fixture.received()).properties.messageId).toBe('m-1')
})

test('what the spec asks of the channel is set', async () => {
  const copies = fixture.names.name('copies')
  const blind = fixture.names.name('blind')
  await fixture.raw.channel.assertQueue(copies)
  await fixture.raw.channel.assertQueue(blind)
  const publisher = await fixture.openPublisher({
    channel: {
      expirationMs: 60_000,
      priority: 3,
      userId: 'guest',
      replyTo: 'answers',
      cc: ['also'],
      bcc: ['secretly'],
    },
  })
  await fixture.raw.channel.bindQueue(copies, fixture.exchange, 'also')
  await fixture.raw.channel.bindQueue(blind, fixture.exchange, 'secretly')
  await publisher.publish(order)
  const { properties } = await fixture.received()
  expect(properties).toMatchObject({ expiration: '60000', priority: 3, userId: 'guest', replyTo: 'answers' })
  expect(properties.headers).toMatchObject({ CC: ['also'] })
  expect(properties.headers).not.toHaveProperty('BCC')
  expect(await drain(fixture, copies)).toHaveLength(1)
  expect(await drain(fixture, blind)).toHaveLength(1)
})

test('a body is compressed when the spec says so', async () => {
  const publisher = await fixture.openPublisher({ message: { contentEncoding: 'gzip' } })
  await publisher.publish(order)
  const { content, properties } = await fixture.received()
  expect(properties.contentEncoding).toBe('gzip')
  expect(JSON.parse(gunzipSync(content).toString())).toEqual(order)
})

test('an encoding that no consumer reads is refused when the publishers are opened', async () => {
  await expect(fixture.openPublisher({ message: { contentEncoding: 'zip' } })).rejects.toMatchObject({
    name: 'ConfigurationError',
    code: 'content-encoding-unknown',
  })
})

test('a payload changed after the call is sent as it was', async () => {
  const publisher = await fixture.openPublisher({ channel: { window: 1 } })
  const payload = { orderId: 'o-1' }
  const first = publisher.publish(payload)
  payload.orderId = 'o-2'
  const second = publisher.publish(payload)
  payload.orderId = 'o-3'
  await Promise.all([first, second])
  const bodies = await drain(fixture, fixture.queue)
  expect(bodies.map((body) => JSON.parse(body).orderId)).toEqual(['o-1', 'o-2'])
})

test('parameters fill the routing key and can be part of the key', async () => {
  const publisher = await fixture.openPublisher({
    message: { key: [{ in: 'parameter', path: ['depotId'], type: 'string' }] },
    channel: { routingKey: 'stock.{depotId}.{shelf}', parameters: ['depotId', 'shelf'] },
  })
  const published = await publisher.publish(order, options({ parameters: { depotId: 'd 1/ä', shelf: '7' } }))
  expect(published.businessKey).toBe('ORDER_PAID:d 1/ä')
  expect((await fixture.received()).fields.routingKey).toBe('stock.d 1/ä.7')
})

test('a message of several channels is sent to the one that is named, and to none without a name', async () => {
  const publisher = await fixture.openPublisher({ second: { routingKey: 'order.second' } })
  await fixture.expectRefusal(
    publisher.publish(order),
    'channel-unknown',
    'is missing: this message is sent to orderPaid or second',
  )
  await fixture.expectRefusal(
    publisher.publish(order, options({ channel: 'third' })),
    'channel-unknown',
    'no channel "third"',
  )
  await publisher.publish(order, options({ channel: 'second' }))
  expect((await fixture.received()).fields.routingKey).toBe('order.second')
})
