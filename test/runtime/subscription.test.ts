import { afterEach, beforeEach, expect, test } from 'vitest'
import { TopologyError } from '../../templates/runtime/errors.js'
import { waitFor } from '../support/wait-for.js'
import { drain } from './broker-fixture.js'
import { openSubscriptionFixture, type SubscriptionFixture } from './subscription-fixture.js'

let fixture: SubscriptionFixture

beforeEach(async () => {
  fixture = await openSubscriptionFixture()
})

afterEach(async () => {
  await fixture.close()
})

test('a delivery is settled once; what is acknowledged does not come again', async () => {
  const subscription = await fixture.subscribe()
  await fixture.publish('one')
  await fixture.arrived(1)
  const [delivery] = fixture.deliveries
  expect(delivery?.open).toBe(true)
  expect(delivery?.ack()).toBe(true)
  expect([delivery?.open, delivery?.ack(), delivery?.handBack()]).toEqual([false, false, false])
  await fixture.publish('two')
  await fixture.arrived(2)
  fixture.deliveries[1]?.ack()
  await subscription.close()
  expect(await fixture.waiting()).toBe(0)
  expect(fixture.states).toEqual(['consuming', 'closed'])
})

test('what is handed back comes again, marked as redelivered', async () => {
  await fixture.subscribe()
  await fixture.publish('one')
  await fixture.arrived(1)
  expect(fixture.deliveries[0]?.handBack()).toBe(true)
  await fixture.arrived(2)
  expect(fixture.deliveries[1]?.message.fields.redelivered).toBe(true)
  fixture.deliveries[1]?.ack()
})

test('no more than the prefetch is unsettled at a time', async () => {
  await fixture.subscribe({ prefetch: 2 })
  await fixture.publish('1', '2', '3')
  await fixture.arrived(2)
  expect(await fixture.waiting()).toBe(1)
  fixture.deliveries[0]?.ack()
  await fixture.arrived(3)
  for (const delivery of fixture.deliveries) delivery.ack()
})

test.each(['while consuming', 'after a pause'])('close flushes the acks written %s, however many', async (when) => {
  const subscription = await fixture.subscribe({ prefetch: 1_000 })
  await fixture.publish(...Array.from({ length: 510 }, (_, i) => String(i)))
  await fixture.arrived(510)
  if (when === 'after a pause') await subscription.pause()
  for (const delivery of fixture.deliveries.slice(0, 500)) delivery.ack()
  await subscription.close()
  expect(await drain(fixture, fixture.queue)).toEqual(Array.from({ length: 10 }, (_, i) => String(500 + i)))
  expect(fixture.deliveries.at(-1)?.open).toBe(false)
  expect(fixture.deliveries.at(-1)?.ack()).toBe(false)
})

test('while paused nothing arrives, and what had arrived can be settled', async () => {
  const subscription = await fixture.subscribe()
  await fixture.publish('before')
  await fixture.arrived(1)
  await subscription.pause()
  expect(subscription.consuming).toBe(false)
  await fixture.publish('while paused')
  expect(fixture.deliveries[0]?.ack()).toBe(true)
  // A quorum queue counts the consumer until its last ack has passed through the log.
  await waitFor(async () => (await fixture.consumers()) === 0, { what: 'the consumer is gone' })
  expect(await fixture.waiting()).toBe(1)
  await subscription.resume()
  expect(subscription.consuming).toBe(true)
  await fixture.arrived(2)
  expect(fixture.texts()).toEqual(['before', 'while paused'])
  fixture.deliveries[1]?.ack()
})

test('pause and resume called without waiting end in the last wish', async () => {
  const subscription = await fixture.subscribe()
  await Promise.all([subscription.pause(), subscription.resume(), subscription.pause()])
  expect(await fixture.consumers()).toBe(0)
  await Promise.all([subscription.resume(), subscription.pause(), subscription.resume()])
  expect(await fixture.consumers()).toBe(1)
})

test('a callback that throws or rejects harms neither the connection nor the process', async () => {
  let calls = 0
  await fixture.subscribe({
    onDelivery(delivery) {
      calls += 1
      delivery.ack()
      if (calls === 1) throw new Error('thrown by the callback')
      if (calls === 2) return Promise.reject(new Error('rejected by the callback')) as unknown as undefined
      fixture.deliveries.push(delivery)
    },
    onState() {
      throw new Error('thrown by onState')
    },
  })
  await fixture.publish('throws', 'rejects', 'works')
  await fixture.arrived(1)
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
    fixture.subscribe({
      declare: async () => {
        throw fault
      },
    }),
  ).rejects.toBe(fault)
})

test('a queue that does not exist rejects at the start', async () => {
  await expect(fixture.subscribe({ declare: async () => {} })).rejects.toMatchObject({
    name: 'TopologyError',
    message: expect.stringContaining(`queue "${fixture.queue}" does not exist`),
  })
})

test('closing the broker closes what still consumes', async () => {
  await fixture.subscribe()
  await fixture.publish('one')
  await fixture.arrived(1)
  fixture.deliveries[0]?.ack()
  await fixture.broker.close()
  expect(fixture.states).toEqual(['consuming', 'closed'])
  expect(await fixture.waiting()).toBe(0)
})
