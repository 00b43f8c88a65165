import type { Channel } from 'amqplib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Delivery, Subscription } from '../../templates/runtime/broker/broker-types.js'
import { TopologyError } from '../../templates/runtime/errors.js'
import { waitFor } from '../support/wait-for.js'
import { openSubscriptionFixture, type SubscriptionFixture } from './subscription-fixture.js'

let fixture: SubscriptionFixture

beforeEach(async () => {
  fixture = await openSubscriptionFixture()
})

afterEach(async () => {
  vi.restoreAllMocks()
  await fixture.close()
})

test('a connection that is lost is restored, and consuming goes on', async () => {
  const subscription = await fixture.subscribe()
  await fixture.publish('before')
  await fixture.arrived(1)
  fixture.proxy.cut()
  await fixture.arrived(2)
  expect(fixture.texts()).toEqual(['before', 'before'])
  expect(fixture.states).toEqual(['consuming', 'interrupted', 'consuming'])
  expect(subscription.consuming).toBe(true)
  expect(fixture.deliveries[0]?.ack()).toBe(false)
  expect(fixture.deliveries[1]?.ack()).toBe(true)
})

test('an ack after the channel was reopened acknowledges no other message', async () => {
  await fixture.subscribe()
  await fixture.publish('first')
  await fixture.arrived(1)
  const [stale] = fixture.deliveries
  fixture.proxy.cut()
  await fixture.arrived(2)
  // On the new channel the tag of the stale delivery belongs to this one.
  expect(fixture.deliveries[1]?.message.fields.deliveryTag).toBe(stale?.message.fields.deliveryTag)
  expect(stale?.ack()).toBe(false)
  fixture.proxy.cut()
  await fixture.arrived(3)
  expect(fixture.texts()).toEqual(['first', 'first', 'first'])
  fixture.deliveries[2]?.ack()
})

test('a channel closed by the server is opened again, and its deliveries come back', async () => {
  const channel = await channelOf(() => fixture.subscribe())
  await fixture.publish('one', 'two')
  await fixture.arrived(2)
  fixture.deliveries[0]?.ack()
  // An ack for a tag that the channel does not know: the server closes it with 406.
  channel.ack({ ...deliveryOf('one').message, fields: { ...deliveryOf('one').message.fields, deliveryTag: 99 } })
  await fixture.arrived(3)
  expect(fixture.texts()[2]).toBe('two')
  expect(deliveryOf('two').open).toBe(false)
  expect(fixture.states).toEqual(['consuming', 'interrupted', 'consuming'])
  expect(fixture.log.has('unknown delivery tag')).toBe(true)
  fixture.deliveries[2]?.ack()
})

test('a queue deleted under its consumer is declared again and consumed from', async () => {
  await fixture.subscribe()
  await fixture.publish('before')
  await fixture.arrived(1)
  await fixture.raw.channel.deleteQueue(fixture.queue)
  await waitFor(() => fixture.states.length >= 3, { what: 'consuming goes on' })
  expect(fixture.states).toEqual(['consuming', 'interrupted', 'consuming'])
  expect(fixture.deliveries[0]?.ack()).toBe(false)
  await fixture.publish('after')
  await fixture.arrived(2)
  expect(fixture.texts()).toEqual(['before', 'after'])
  fixture.deliveries[1]?.ack()
})

test('a pause outlasts the loss of the connection', async () => {
  const subscription = await fixture.subscribe()
  await subscription.pause()
  fixture.proxy.cut()
  await waitFor(() => fixture.log.lines.filter(({ message }) => message.includes('restored')).length === 2, {
    what: 'the connections are restored',
  })
  await fixture.publish('one')
  const consumes = waitFor(async () => ((await fixture.consumers()) ?? 0) > 0, { what: 'it consumes', deadlineMs: 700 })
  await expect(consumes).rejects.toThrow('not within 700 ms: it consumes')
  await subscription.resume()
  await fixture.arrived(1)
  fixture.deliveries[0]?.ack()
})

test('a resume while the connection is down takes effect when it is restored', async () => {
  const subscription = await fixture.subscribe()
  await subscription.pause()
  await fixture.proxy.refuse()
  await subscription.resume()
  await fixture.proxy.accept()
  await fixture.publish('one')
  await fixture.arrived(1)
  fixture.deliveries[0]?.ack()
})

test('a declaration that fails later is tried again until it works', async () => {
  let calls = 0
  await fixture.subscribe({
    async declare() {
      calls += 1
      if (calls === 2 || calls === 3) throw new TopologyError('not now')
      await fixture.declare()
    },
  })
  fixture.proxy.cut()
  await waitFor(() => fixture.states.length >= 3, { what: 'consuming goes on' })
  expect(calls).toBe(4)
  expect(fixture.log.has('consuming cannot go on yet: not now')).toBe(true)
})

test('a connection lost while subscribing is no reason to reject', async () => {
  let calls = 0
  await fixture.subscribe({
    async declare() {
      calls += 1
      if (calls === 1) fixture.proxy.cut()
      await fixture.declare()
    },
  })
  expect(calls).toBeGreaterThan(1)
  await fixture.publish('one')
  await fixture.arrived(1)
  fixture.deliveries[0]?.ack()
})

test('close while the connection is down ends the subscription for good', async () => {
  const subscription = await fixture.subscribe()
  await fixture.proxy.refuse()
  await waitFor(() => fixture.states.includes('interrupted'), { what: 'the loss is noticed' })
  await subscription.close()
  await fixture.proxy.accept()
  await fixture.links.withChannel((channel) => channel.checkQueue(fixture.queue))
  expect(await fixture.consumers()).toBe(0)
  expect(fixture.states).toEqual(['consuming', 'interrupted', 'closed'])
})

/** The channel of a delivery, which the runtime keeps to itself: to do to it what only a server or a fault would. */
async function channelOf(subscribing: () => Promise<Subscription>): Promise<Channel> {
  const prototype: Channel = Object.getPrototypeOf(Object.getPrototypeOf(fixture.raw.channel))
  const consume = vi.spyOn(prototype, 'consume')
  await subscribing()
  const channel = consume.mock.contexts.at(-1)
  if (channel === undefined) throw new Error('nothing was consumed')
  return channel as Channel
}

function deliveryOf(text: string): Delivery {
  const delivery = fixture.deliveries[fixture.texts().indexOf(text)]
  if (delivery === undefined) throw new Error(`${text} has not arrived`)
  return delivery
}
