import type { Channel } from 'amqplib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPublishFixture, order, type PublishFixture } from './publish-fixture.js'

let fixture: PublishFixture

beforeEach(async () => {
  fixture = await openPublishFixture()
})

afterEach(async () => {
  vi.restoreAllMocks()
  await fixture.close()
})

test('a message that no queue is bound for is unroutable, unless the spec does not mind', async () => {
  const strict = await fixture.openPublisher({ type: 'direct', channel: { routingKey: 'nobody' } })
  await expect(strict.publish(order)).rejects.toMatchObject({
    name: 'UnroutableError',
    message: expect.stringContaining(`exchange "${fixture.exchange}" for routing key "nobody"`),
  })
  const lenient = await fixture.openPublisher({ type: 'direct', channel: { routingKey: 'nobody', mandatory: false } })
  await expect(lenient.publish(order)).resolves.toBeDefined()
})

test('opening the publishers declares their exchanges', async () => {
  await fixture.openPublisher()
  await expect(fixture.raw.channel.checkExchange(fixture.exchange)).resolves.toBeDefined()
})

test('an exchange with other settings is an error when the publishers are opened', async () => {
  await fixture.raw.channel.assertExchange(fixture.exchange, 'fanout')
  await expect(fixture.openPublisher()).rejects.toMatchObject({
    name: 'TopologyError',
    message: expect.stringContaining("received 'topic' but current is 'fanout'"),
  })
})

test('a user that may not declare the exchange can publish to it as it stands', async () => {
  const prototype: Channel = Object.getPrototypeOf(Object.getPrototypeOf(fixture.raw.channel))
  const forbidden = Object.assign(new Error('Operation failed: ExchangeDeclare; 403 (ACCESS-REFUSED)'), { code: 403 })
  const declaring = vi.spyOn(prototype, 'assertExchange').mockRejectedValue(forbidden)
  await expect(fixture.openPublisher()).rejects.toThrow(`exchange "${fixture.exchange}" does not exist`)
  declaring.mockRestore()
  await fixture.raw.channel.assertExchange(fixture.exchange, 'topic')
  vi.spyOn(prototype, 'assertExchange').mockRejectedValue(forbidden)
  const publisher = await fixture.openPublisher()
  await publisher.publish(order)
  expect(await fixture.ready()).toBe(1)
})
