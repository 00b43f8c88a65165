import type { Channel } from 'amqplib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Delivery, SubscribeOptions, Subscription } from '../../templates/runtime/broker/broker-types.js'
import { TopologyError } from '../../templates/runtime/errors.js'
import { queueState } from '../support/broker.js'
import { waitFor } from '../support/wait-for.js'
import { type BrokerFixture, drain, openBrokerFixture } from './broker-fixture.js'

let fixture: BrokerFixture
let queue: string
let deliveries: Delivery[]
let states: string[]

beforeEach(async () => {
  fixture = await openBrokerFixture()
  queue = fixture.names.name('source')
  deliveries = []
  states = []
})

afterEach(async () => {
  vi.restoreAllMocks()
  await fixture.close()
})

async function declare(): Promise<void> {
  await fixture.links.withChannel((channel) => channel.assertQueue(queue, { arguments: { 'x-queue-type': 'quorum' } }))
}

function subscribe(changes: Partial<SubscribeOptions> = {}): Promise<Subscription> {
  return fixture.links.subscribe({
    queue,
    prefetch: 10,
    declare,
    onDelivery: (delivery) => void deliveries.push(delivery),
    onState: (state) => void states.push(state),
    ...changes,
  })
}

async function publish(...texts: readonly string[]): Promise<void> {
  for (const text of texts) fixture.raw.channel.sendToQueue(queue, Buffer.from(text))
  await fixture.raw.channel.waitForConfirms()
}

const textOf = ({ message }: Delivery): string => message.content.toString()
const texts = (): readonly string[] => deliveries.map(textOf)

async function arrived(count: number): Promise<void> {
  await waitFor(() => deliveries.length >= count, { what: `${count} deliveries, not ${deliveries.length}` })
}

async function waiting(): Promise<number | undefined> {
  return (await queueState(fixture.raw, queue))?.ready
}

/** The channel of a delivery, which the runtime keeps to itself: to do to it what only a server or a fault would. */
async function channelOf(subscribing: () => Promise<Subscription>): Promise<Channel> {
  const prototype: Channel = Object.getPrototypeOf(Object.getPrototypeOf(fixture.raw.channel))
  const consume = vi.spyOn(prototype, 'consume')
  await subscribing()
  const channel = consume.mock.contexts.at(-1)
  if (channel === undefined) throw new Error('nothing was consumed')
  return channel as Channel
}

test('a delivery is settled once; what is acknowledged does not come again', async () => {
  const subscription = await subscribe()
  await publish('one')
  await arrived(1)
  const [delivery] = deliveries
  expect(delivery?.open).toBe(true)
  expect(delivery?.ack()).toBe(true)
  expect([delivery?.open, delivery?.ack(), delivery?.handBack()]).toEqual([false, false, false])
  await publish('two')
  await arrived(2)
  deliveries[1]?.ack()
  await subscription.close()
  expect(await waiting()).toBe(0)
  expect(states).toEqual(['consuming', 'closed'])
})

test('what is handed back comes again, marked as redelivered', async () => {
  await subscribe()
  await publish('one')
  await arrived(1)
  expect(deliveries[0]?.handBack()).toBe(true)
  await arrived(2)
  expect(deliveries[1]?.message.fields.redelivered).toBe(true)
  deliveries[1]?.ack()
})

test('no more than the prefetch is unsettled at a time', async () => {
  await subscribe({ prefetch: 2 })
  await publish('1', '2', '3')
  await arrived(2)
  expect(await waiting()).toBe(1)
  deliveries[0]?.ack()
  await arrived(3)
  for (const delivery of deliveries) delivery.ack()
})

test.each(['while consuming', 'after a pause'])('close flushes the acks written %s, however many', async (when) => {
  const subscription = await subscribe({ prefetch: 1_000 })
  await publish(...Array.from({ length: 510 }, (_, i) => String(i)))
  await arrived(510)
  if (when === 'after a pause') await subscription.pause()
  for (const delivery of deliveries.slice(0, 500)) delivery.ack()
  await subscription.close()
  expect(await drain(fixture, queue)).toEqual(Array.from({ length: 10 }, (_, i) => String(500 + i)))
  expect(deliveries.at(-1)?.open).toBe(false)
  expect(deliveries.at(-1)?.ack()).toBe(false)
})

test('a connection that is lost is restored, and consuming goes on', async () => {
  const subscription = await subscribe()
  await publish('before')
  await arrived(1)
  fixture.proxy.cut()
  await arrived(2)
  expect(texts()).toEqual(['before', 'before'])
  expect(states).toEqual(['consuming', 'interrupted', 'consuming'])
  expect(subscription.consuming).toBe(true)
  expect(deliveries[0]?.ack()).toBe(false)
  expect(deliveries[1]?.ack()).toBe(true)
})

test('an ack after the channel was reopened acknowledges no other message', async () => {
  await subscribe()
  await publish('first')
  await arrived(1)
  const [stale] = deliveries
  fixture.proxy.cut()
  await arrived(2)
  // On the new channel the tag of the stale delivery belongs to this one.
  expect(deliveries[1]?.message.fields.deliveryTag).toBe(stale?.message.fields.deliveryTag)
  expect(stale?.ack()).toBe(false)
  fixture.proxy.cut()
  await arrived(3)
  expect(texts()).toEqual(['first', 'first', 'first'])
  deliveries[2]?.ack()
})

test('a channel closed by the server is opened again, and its deliveries come back', async () => {
  const channel = await channelOf(() => subscribe())
  await publish('one', 'two')
  await arrived(2)
  deliveries[0]?.ack()
  // An ack for a tag that the channel does not know: the server closes it with 406.
  channel.ack({ ...deliveryOf('one').message, fields: { ...deliveryOf('one').message.fields, deliveryTag: 99 } })
  await arrived(3)
  expect(textOf(deliveries[2] as Delivery)).toBe('two')
  expect(deliveryOf('two').open).toBe(false)
  expect(states).toEqual(['consuming', 'interrupted', 'consuming'])
  expect(fixture.log.has('unknown delivery tag')).toBe(true)
  deliveries[2]?.ack()
})

test('a queue deleted under its consumer is declared again and consumed from', async () => {
  await subscribe()
  await publish('before')
  await arrived(1)
  await fixture.raw.channel.deleteQueue(queue)
  await waitFor(() => states.length >= 3, { what: 'consuming goes on' })
  expect(states).toEqual(['consuming', 'interrupted', 'consuming'])
  expect(deliveries[0]?.ack()).toBe(false)
  await publish('after')
  await arrived(2)
  expect(texts()).toEqual(['before', 'after'])
  deliveries[1]?.ack()
})

test('while paused nothing arrives, and what had arrived can be settled', async () => {
  const subscription = await subscribe()
  await publish('before')
  await arrived(1)
  await subscription.pause()
  expect(subscription.consuming).toBe(false)
  await publish('while paused')
  expect(deliveries[0]?.ack()).toBe(true)
  // A quorum queue counts the consumer until its last ack has passed through the log.
  await waitFor(async () => (await queueState(fixture.raw, queue))?.consumers === 0, { what: 'the consumer is gone' })
  expect(await waiting()).toBe(1)
  await subscription.resume()
  expect(subscription.consuming).toBe(true)
  await arrived(2)
  expect(texts()).toEqual(['before', 'while paused'])
  deliveries[1]?.ack()
})

test('pause and resume called without waiting end in the last wish', async () => {
  const subscription = await subscribe()
  await Promise.all([subscription.pause(), subscription.resume(), subscription.pause()])
  expect((await queueState(fixture.raw, queue))?.consumers).toBe(0)
  await Promise.all([subscription.resume(), subscription.pause(), subscription.resume()])
  expect((await queueState(fixture.raw, queue))?.consumers).toBe(1)
})

test('a pause outlasts the loss of the connection', async () => {
  const subscription = await subscribe()
  await subscription.pause()
  fixture.proxy.cut()
  await waitFor(() => fixture.log.lines.filter(({ message }) => message.includes('restored')).length === 2, {
    what: 'the connections are restored',
  })
  await publish('one')
  await subscription.pause()
  expect((await queueState(fixture.raw, queue))?.consumers).toBe(0)
  await subscription.resume()
  await arrived(1)
  deliveries[0]?.ack()
})

test('a resume while the connection is down takes effect when it is restored', async () => {
  const subscription = await subscribe()
  await subscription.pause()
  await fixture.proxy.refuse()
  await subscription.resume()
  await fixture.proxy.accept()
  await publish('one')
  await arrived(1)
  deliveries[0]?.ack()
})

test('a callback that throws or rejects harms neither the connection nor the process', async () => {
  let calls = 0
  await subscribe({
    onDelivery(delivery) {
      calls += 1
      delivery.ack()
      if (calls === 1) throw new Error('thrown by the callback')
      if (calls === 2) return Promise.reject(new Error('rejected by the callback')) as unknown as undefined
      deliveries.push(delivery)
    },
    onState() {
      throw new Error('thrown by onState')
    },
  })
  await publish('throws', 'rejects', 'works')
  await arrived(1)
  expect(calls).toBe(3)
  const failures = fixture.log.lines.filter(({ level }) => level === 'error')
  expect(failures.map(({ fields }) => String(Reflect.get(fields, 'error')))).toEqual([
    'Error: thrown by onState',
    'Error: thrown by the callback',
    'Error: rejected by the callback',
  ])
})

test('a declaration that fails at the start rejects', async () => {
  const fault = new TopologyError('the queue stands with other settings')
  await expect(
    subscribe({
      declare: async () => {
        throw fault
      },
    }),
  ).rejects.toBe(fault)
})

test('a queue that does not exist rejects at the start', async () => {
  await expect(subscribe({ declare: async () => {} })).rejects.toMatchObject({
    name: 'TopologyError',
    message: expect.stringContaining(`queue "${queue}" does not exist`),
  })
})

test('a declaration that fails later is tried again until it works', async () => {
  let calls = 0
  await subscribe({
    async declare() {
      calls += 1
      if (calls === 2 || calls === 3) throw new TopologyError('not now')
      await declare()
    },
  })
  fixture.proxy.cut()
  await waitFor(() => states.length >= 3, { what: 'consuming goes on' })
  expect(calls).toBe(4)
  expect(fixture.log.has('consuming cannot go on yet: not now')).toBe(true)
})

test('a connection lost while subscribing is no reason to reject', async () => {
  let calls = 0
  await subscribe({
    async declare() {
      calls += 1
      if (calls === 1) fixture.proxy.cut()
      await declare()
    },
  })
  expect(calls).toBeGreaterThan(1)
  await publish('one')
  await arrived(1)
  deliveries[0]?.ack()
})

test('close while the connection is down ends the subscription for good', async () => {
  const subscription = await subscribe()
  await fixture.proxy.refuse()
  await waitFor(() => states.includes('interrupted'), { what: 'the loss is noticed' })
  await subscription.close()
  await fixture.proxy.accept()
  await fixture.links.withChannel((channel) => channel.checkQueue(queue))
  expect((await queueState(fixture.raw, queue))?.consumers).toBe(0)
  expect(states).toEqual(['consuming', 'interrupted', 'closed'])
})

test('closing the broker closes what still consumes', async () => {
  await subscribe()
  await publish('one')
  await arrived(1)
  deliveries[0]?.ack()
  await fixture.broker.close()
  expect(states).toEqual(['consuming', 'closed'])
  expect(await waiting()).toBe(0)
})

function deliveryOf(text: string): Delivery {
  const delivery = deliveries.find((each) => textOf(each) === text)
  if (delivery === undefined) throw new Error(`${text} has not arrived`)
  return delivery
}
