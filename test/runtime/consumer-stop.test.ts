import { expect, inject, test } from 'vitest'
import { queueState } from '../support/broker.js'
import { createOrderService, type OrderHandler, type OrderService, writeEffect } from '../support/order-service.js'
import { startProxy, type TestProxy } from '../support/proxy.js'
import { waitFor } from '../support/wait-for.js'
import { startWired, type WiredOptions } from './consumer-start.js'

/** More than the deadline given, less than any timeout of the servers' side. */
const ENDS_WITHIN_MS = 10_000
const never = new Promise<void>(() => {})

interface Situation {
  readonly what: string
  readonly handler: OrderHandler
  readonly options?: Omit<WiredOptions, 'connections'>
  /** Brings the consumer into it, with one order published. */
  readonly arise: (service: OrderService, proxies: Proxies) => Promise<unknown>
}
interface Proxies {
  readonly amqp: TestProxy
  readonly database: TestProxy
}

const situations: readonly Situation[] = [
  {
    what: 'a handler does not look at its signal',
    handler: () => never,
    arise: (service) => waitFor(() => inFlight(service) === 1, { what: 'the handler runs' }),
  },
  {
    what: 'a copy finds no delay queue',
    handler: () => Promise.reject(new Error('at every run')),
    options: { queue: { topology: { exchange: 'assert', queue: 'skip' } } },
    async arise(service) {
      await waitFor(() => inFlight(service) === 1, { what: 'the handler has failed' })
    },
  },
  {
    what: 'a parking waits for a lock',
    handler: () => Promise.reject(new Error('at every run')),
    options: { queue: { retry: { attempts: 1, delaysMs: [100] } } },
    async arise(service) {
      const blocker = await service.database.pool.connect()
      await blocker.query('begin; lock table idempotency.idempotent_failure in access exclusive mode')
      await waitFor(() => inFlight(service) === 1, { what: 'the handler has failed' })
      setTimeout(() => void blocker.query('rollback').then(() => blocker.release()), 4_000)
    },
  },
  {
    what: 'the database does not answer',
    handler: writeEffect,
    async arise(service, { database }) {
      database.hold()
      await waitFor(() => inFlight(service) === 1, { what: 'the claim is under way' })
    },
  },
  {
    what: 'the breaker is open',
    handler: writeEffect,
    async arise(service, { database }) {
      await database.refuse()
      await waitFor(() => service.count('breaker-opened') === 1, { what: 'the breaker opens' })
    },
  },
  {
    what: 'the broker does not answer',
    handler: () => never,
    async arise(service, { amqp }) {
      await waitFor(() => inFlight(service) === 1, { what: 'the handler runs' })
      amqp.hold()
    },
  },
  {
    what: 'broker and database are away',
    handler: writeEffect,
    async arise(service, { amqp, database }) {
      await database.refuse()
      await waitFor(() => service.count('breaker-opened') === 1, { what: 'the breaker opens' })
      await amqp.refuse()
    },
  },
  {
    what: 'an archive never ends',
    handler: writeEffect,
    options: { cleanup: { intervalMs: 1, archive: () => never } },
    async arise(service) {
      await service.database.pool.query("update idempotency.idempotent_record set expire_at = now() - interval '1 day'")
      await waitFor(() => idleInTransaction(service), { what: 'the archive is at work' })
    },
  },
]

test.each(situations)(
  'stop ends when $what, and nothing is lost',
  async ({ handler, options = {}, arise }) => {
    const service = await createOrderService()
    const proxies: Proxies = { amqp: await proxyOf('amqpUrl', 5672), database: await proxyOf('databaseUrl', 5432) }
    const connections = await service.connect({
      amqpUrl: proxies.amqp.urlVia(inject('amqpUrl')),
      databaseUrl: proxies.database.urlVia(service.database.url),
    })
    await declareQueues(service)
    const consumer = await startWired(service, handler, { ...options, connections })
    expect(consumer.ready).toBe(true)
    if (options.queue?.topology !== undefined) await service.raw.channel.deleteQueue(`${service.queue}.retry.100`)
    if (options.cleanup !== undefined) {
      await service.publish({ orderId: 'o-0', amount: 1 })
      await waitFor(() => service.count('processed') === 1, { what: 'there is a record' })
    }
    const arisen = arise(service, proxies)
    await service.publish({ orderId: 'o-1', amount: 1 })
    await arisen

    const startedAt = performance.now()
    const stopped = consumer.stop({ deadlineMs: 300 })
    expect(consumer.ready).toBe(false)
    await stopped
    expect(performance.now() - startedAt).toBeLessThan(ENDS_WITHIN_MS)

    // What it held is there for the next one.
    for (const proxy of Object.values(proxies)) proxy.cut()
    await service.start(writeEffect)
    await waitFor(async () => (await service.effects()).some((effect) => effect.order_id === 'o-1'), {
      what: 'the message is processed',
      deadlineMs: 15_000,
    })
    await service.settled()
    expect((await service.effects()).filter((effect) => effect.order_id === 'o-1')).toHaveLength(1)
    expect(await service.failures()).toEqual([])
    for (const proxy of Object.values(proxies)) await proxy.close()
  },
  40_000,
)

test('a handler whose claim comes through after the end is not started', async () => {
  const service = await createOrderService()
  const blocker = await service.database.pool.connect()
  await blocker.query('begin')
  await blocker.query(
    `insert into idempotency.idempotent_record
       (consumer_group, dedup_key, status, key_version, fingerprint, fingerprint_version, expire_at)
     values ('marketing-coupon', 'ORDER_PAID:o-1', 'SUCCEEDED', 1, '', 'another list', now() + interval '1 day')`,
  )
  let runs = 0
  const consumer = await service.start(async () => {
    runs += 1
  })
  await service.publish({ orderId: 'o-1', amount: 1 })
  await waitFor(() => inFlight(service) === 1, { what: 'the claim waits' })
  const stopped = consumer.stop({ deadlineMs: 0 })
  // The deadline is over by the time at which the broker has answered that nobody consumes any more.
  await waitFor(async () => (await queueState(service.raw, service.queue))?.consumers === 0, { what: 'it is stopping' })
  await blocker.query('rollback')
  blocker.release()
  await stopped
  await waitFor(async () => (await openTransactions(service)) === 0, { what: 'the transaction has ended' })
  expect(runs).toBe(0)
  expect(await service.records()).toEqual([])
})

test('a suspect that waits for its turn alone goes back when the consumer stops, and is no more suspect for it', async () => {
  const service = await createOrderService()
  await declareQueues(service)
  for (const orderId of ['running', 'suspect']) await service.publish({ orderId, amount: 1 })
  await redeliver(service, 2)
  const suspect = Buffer.from(JSON.stringify({ orderId: 'suspect', amount: 1 }))
  await service.database.pool.query(
    `insert into idempotency.idempotent_attempt (consumer_group, queue, body_hash, instance, alone)
     values ('marketing-coupon', $1, sha256($2), gen_random_uuid(), true)`,
    [service.queue, suspect],
  )
  const started: string[] = []
  const consumer = await service.start(async (order) => {
    started.push(order.orderId)
    await never
  })
  await waitFor(() => service.count('received') === 2 && started.length === 1, { what: 'the suspect waits' })
  await consumer.stop({ deadlineMs: 300 })
  expect(started).toEqual(['running'])
  const { rows } = await service.database.pool.query('select alone from idempotency.idempotent_attempt')
  expect(rows).toEqual([{ alone: true }])
  expect((await service.raw.channel.checkQueue(service.queue)).messageCount).toBe(2)
})

test('a consumer that listened for SIGTERM leaves no listener behind', async () => {
  const service = await createOrderService()
  const before = process.listenerCount('SIGTERM')
  const consumer = await startWired(service, writeEffect, { stopOnSigterm: true })
  expect(process.listenerCount('SIGTERM')).toBe(before + 1)
  await consumer.stop()
  expect(process.listenerCount('SIGTERM')).toBe(before)
})

async function proxyOf(name: 'amqpUrl' | 'databaseUrl', port: number): Promise<TestProxy> {
  const { hostname, port: given } = new URL(inject(name))
  return startProxy({ host: hostname, port: Number(given || port) })
}

/** For a consumer that takes them for granted. */
async function declareQueues(service: OrderService): Promise<void> {
  const consumer = await service.start(writeEffect)
  await consumer.stop()
}

/** Takes so many messages from the queue and gives them back, which makes them redelivered ones. */
async function redeliver(service: OrderService, messages: number): Promise<void> {
  for (let i = 0; i < messages; i += 1) {
    await waitFor(() => service.raw.channel.get(service.queue), { what: 'a message to give back' })
  }
  service.raw.channel.nackAll(true)
}

function inFlight(service: OrderService): number {
  const last = service.events.findLast((event) => event.kind === 'in-flight')
  return last?.kind === 'in-flight' ? last.count : 0
}

async function idleInTransaction(service: OrderService): Promise<boolean> {
  const { rowCount } = await service.database.pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
       and query like '%idempotent_attempt%'`,
  )
  return rowCount === 1
}

async function openTransactions(service: OrderService): Promise<number> {
  const { rowCount } = await service.database.pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and xact_start is not null
       and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  return rowCount ?? 0
}
