import { afterEach, beforeEach, expect, test } from 'vitest'
import { declareTopology } from '../../templates/runtime/broker/topology.js'
import type { ExchangeDescriptors, QueueDescriptor, TopologyMode } from '../../templates/runtime/types.js'
import { queueState } from '../support/broker.js'
import { waitFor } from '../support/wait-for.js'
import { type BrokerFixture, openBrokerFixture } from './broker-fixture.js'

let fixture: BrokerFixture
let queue: QueueDescriptor
let exchanges: ExchangeDescriptors
let exchange: string

beforeEach(async () => {
  fixture = await openBrokerFixture()
  exchange = fixture.names.name('events')
  exchanges = { [exchange]: { type: 'topic', durable: true, autoDelete: false } }
  queue = {
    name: fixture.names.queue('orders', [100, 60_000]),
    type: 'quorum',
    topology: { exchange: 'assert', queue: 'assert' },
    bindings: [
      { exchange, routingKey: 'order.*' },
      { exchange: 'amq.topic', routingKey: fixture.names.prefix },
    ],
    messages: [],
    retry: { attempts: 4, delaysMs: [100, 60_000, 100] },
    concurrency: 1,
    prefetch: 1,
    batch: { size: 1, budgetMs: 100 },
    order: 'any',
  }
})

afterEach(() => fixture.close())

function declare(
  changes: Partial<QueueDescriptor> = {},
  given: { readonly deliveryLimit?: number } = {},
): Promise<void> {
  return declareTopology({
    withChannel: fixture.links.withChannel,
    queue: { ...queue, ...changes },
    exchanges,
    ...given,
  })
}

function mode(exchangeMode: TopologyMode, queueMode: TopologyMode): Pick<QueueDescriptor, 'topology'> {
  return { topology: { exchange: exchangeMode, queue: queueMode } }
}

async function publish(target: string, routingKey: string, text: string): Promise<void> {
  fixture.raw.channel.publish(target, routingKey, Buffer.from(text), { persistent: true })
  await fixture.raw.channel.waitForConfirms()
}

async function ready(name: string): Promise<number | undefined> {
  return (await queueState(fixture.raw, name))?.ready
}

async function bodyIn(name: string): Promise<string> {
  const message = await waitFor(() => fixture.raw.channel.get(name, { noAck: true }), { what: `a message in ${name}` })
  return message.content.toString()
}

test('asserted, a queue gets its exchange, its bindings, its dead-letter queue and one queue for each delay', async () => {
  await declare()
  await publish(exchange, 'order.paid', 'bound')
  await publish('amq.topic', fixture.names.prefix, 'also bound')
  expect(await ready(queue.name)).toBe(2)
  for (const name of ['dead', 'retry.100', 'retry.60000']) expect(await ready(`${queue.name}.${name}`)).toBe(0)
  await declare()
})

test('a message returned over the limit arrives in the dead-letter queue', async () => {
  await declare({}, { deliveryLimit: 2 })
  await publish(exchange, 'order.paid', 'killer')
  for (let i = 0; i < 3; i += 1) {
    const message = await waitFor(() => fixture.raw.channel.get(queue.name), { what: 'the next delivery' })
    fixture.raw.channel.nack(message, false, true)
  }
  expect(await bodyIn(`${queue.name}.dead`)).toBe('killer')
  expect(await ready(queue.name)).toBe(0)
})

test('with the default limit a message survives more returns than any default of the broker allows', async () => {
  await declare()
  await publish(exchange, 'order.paid', 'tough')
  for (let i = 0; i < 40; i += 1) {
    const message = await waitFor(() => fixture.raw.channel.get(queue.name), { what: 'the next delivery' })
    fixture.raw.channel.nack(message, false, true)
  }
  expect(await bodyIn(queue.name)).toBe('tough')
})

test('a message in a delay queue returns to its own queue alone, after the delay', async () => {
  await declare()
  const other = fixture.names.name('other-group')
  await fixture.raw.channel.assertQueue(other)
  await fixture.raw.channel.bindQueue(other, exchange, 'order.*')
  const startedAt = performance.now()
  await publish('', `${queue.name}.retry.100`, 'again')
  expect(await bodyIn(queue.name)).toBe('again')
  expect(performance.now() - startedAt).toBeGreaterThan(95)
  expect(await ready(other)).toBe(0)
})

test.each(['', '.retry.100'])('dead letters of <queue>%s leave it at least once', async (suffix) => {
  await declare()
  // Without this setting a message is dropped when its target is missing; settings are only told by comparison.
  const atMostOnce = { 'x-queue-type': 'quorum', 'x-delivery-limit': 1_000_000_000, 'x-dead-letter-exchange': '' }
  const target = suffix === '' ? `${queue.name}.dead` : queue.name
  const settings = { ...atMostOnce, 'x-dead-letter-routing-key': target, 'x-overflow': 'reject-publish' }
  const ttl = suffix === '' ? {} : { 'x-message-ttl': 100 }
  const declaring = fixture.links.withChannel((channel) =>
    channel.assertQueue(`${queue.name}${suffix}`, { arguments: { ...settings, ...ttl } }),
  )
  await expect(declaring).rejects.toThrow(/arg 'x-dead-letter-strategy'.* current is.*at-least-once/)
})

test.each([
  {
    what: 'its exchange',
    remove: () => fixture.raw.channel.deleteExchange(exchange),
    says: () => `exchange "${exchange}"`,
  },
  { what: 'the queue', remove: () => fixture.raw.channel.deleteQueue(queue.name), says: () => `queue "${queue.name}"` },
  {
    what: 'a delay queue',
    remove: () => fixture.raw.channel.deleteQueue(`${queue.name}.retry.60000`),
    says: () => `queue "${queue.name}.retry.60000"`,
  },
  {
    what: 'the dead-letter queue',
    remove: () => fixture.raw.channel.deleteQueue(`${queue.name}.dead`),
    says: () => `queue "${queue.name}.dead"`,
  },
])('checked, $what must exist and nothing is declared', async ({ remove, says }) => {
  await declare()
  await declare(mode('check', 'check'))
  await remove()
  await expect(declare(mode('check', 'check'))).rejects.toMatchObject({
    name: 'TopologyError',
    message: expect.stringContaining(`${says()} does not exist`),
  })
  await expect(declare(mode('check', 'check'))).rejects.toThrow('topology: assert')
})

test('skipped, nothing is declared nor looked for', async () => {
  await declare(mode('skip', 'skip'))
  expect(await queueState(fixture.raw, queue.name)).toBeUndefined()
})

test('exchange and queue have modes of their own', async () => {
  await expect(declare(mode('check', 'assert'))).rejects.toThrow(`exchange "${exchange}" does not exist`)
  await fixture.raw.channel.assertExchange(exchange, 'fanout')
  await declare(mode('check', 'assert'))
  await publish(exchange, 'whatever', 'one')
  expect(await ready(queue.name)).toBe(1)
})

test('an exchange that the spec does not describe must exist', async () => {
  exchanges = {}
  await expect(declare()).rejects.toThrow(`exchange "${exchange}" does not exist`)
})

test('a queue that stands with other settings is named, with what stands, what is wanted and what to do', async () => {
  await fixture.raw.channel.assertQueue(queue.name, { arguments: { 'x-queue-type': 'classic' } })
  const failure = await declare().catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'TopologyError', cause: { code: 406 } })
  const { message } = failure as Error
  expect(message).toContain(`queue "${queue.name}" stands with other settings than the spec's`)
  expect(message).toMatch(/inequivalent arg 'x-.*' for queue .* received .* but current is/)
  expect(message).toContain('x-queue-type="quorum"')
  expect(message).toContain('delete the queue once it is empty')
  expect(message).toContain('topology: check')
  // The channels of others are not harmed.
  await declare(mode('assert', 'skip'))
})

test('an exchange of another type is named with both types', async () => {
  await fixture.raw.channel.assertExchange(exchange, 'direct')
  await expect(declare()).rejects.toThrow(/received 'topic' but current is 'direct'.*wanted type="topic"/)
})

test('a classic queue is dead-lettered too', async () => {
  await declare({ type: 'classic' })
  await publish(exchange, 'order.paid', 'rejected')
  const message = await waitFor(() => fixture.raw.channel.get(queue.name), { what: 'the delivery' })
  fixture.raw.channel.reject(message, false)
  expect(await bodyIn(`${queue.name}.dead`)).toBe('rejected')
})

test('a binding by headers carries its arguments', async () => {
  const byHeaders = { 'x-match': 'all', region: 'eu' }
  exchanges = { [exchange]: { type: 'headers', durable: true, autoDelete: false } }
  await declare({ bindings: [{ exchange, routingKey: '', arguments: byHeaders }] })
  fixture.raw.channel.publish(exchange, '', Buffer.from('eu'), { headers: { region: 'eu' } })
  fixture.raw.channel.publish(exchange, '', Buffer.from('us'), { headers: { region: 'us' } })
  await fixture.raw.channel.waitForConfirms()
  expect(await ready(queue.name)).toBe(1)
})

test('the default exchange is neither declared nor bound', async () => {
  await declare({ bindings: [{ exchange: '', routingKey: queue.name }] })
  await publish('', queue.name, 'direct')
  expect(await ready(queue.name)).toBe(1)
})

test('a queue name that leaves no room for its delay queues is refused before anything is declared', async () => {
  const name = 'q'.repeat(245)
  await expect(declare({ name })).rejects.toThrow('.retry.60000" takes 257 bytes, AMQP carries 255')
})
