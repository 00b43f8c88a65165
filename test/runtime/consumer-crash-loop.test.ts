import { createHash } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { replayParked } from '../../templates/runtime/replay.js'
import { createOrderService, type Order, type OrderService, writeEffect } from '../support/order-service.js'
import { startProxy } from '../support/proxy.js'
import { waitFor } from '../support/wait-for.js'

/** COMMIT as a simple query on the wire. */
const commitMessage = Buffer.from('Q\0\0\0\x0bcommit\0')

const killer: Order = { orderId: 'killer', amount: 1 }

test('after three crash loops in a row the consumer pauses, without a hot loop, until something is processed', async () => {
  const service = await createOrderService()
  await prepareQueue(service)
  await insertFinished(service)
  for (const orderId of ['k-1', 'k-2', 'k-3']) await insertCrashLoop(service, orderId)
  await insertDeaths(service, killer, 5)
  await publishRedelivered(service, killer)

  const handled: string[] = []
  const consumer = await service.start(async (order, context) => {
    handled.push(order.orderId)
    await writeEffect(order, context)
  })
  await waitFor(() => service.count('paused') === 1, { what: 'the consumer pauses' })
  expect(consumer.ready).toBe(false)
  const since = performance.now()
  await waitFor(() => performance.now() - since > 2_500, { what: 'it has tried again' })
  expect(service.count('received')).toBeGreaterThan(1)
  expect(service.count('received'), 'deliveries of one message').toBeLessThan(5)
  expect(service.count('parked')).toBe(0)

  await service.publish({ orderId: 'healthy', amount: 1 })
  await waitFor(() => service.count('resumed') === 1, { what: 'it goes on', deadlineMs: 15_000 })
  await waitFor(() => service.count('parked') === 1, { what: 'the killer is parked', deadlineMs: 15_000 })
  expect(handled).toEqual(['healthy'])
  expect(consumer.ready).toBe(true)
}, 40_000)

test('a replay of a crash loop that is processed ends the pause', async () => {
  const service = await createOrderService()
  await prepareQueue(service)
  await insertFinished(service)
  const ids = []
  for (const orderId of ['k-1', 'k-2', 'k-3', 'k-4']) ids.push(await insertCrashLoop(service, orderId))
  await insertDeaths(service, killer, 5)
  await publishRedelivered(service, killer)
  const connections = await service.connect()
  await service.start(writeEffect, { connections })
  await waitFor(() => service.count('paused') === 1, { what: 'the consumer pauses' })
  await replayParked({ ...connections, id: ids[0] ?? '' })
  await waitFor(() => service.count('resumed') === 1, { what: 'it goes on', deadlineMs: 15_000 })
  await waitFor(async () => (await service.failures()).some(({ dedup_key }) => dedup_key === 'ORDER_PAID:killer'), {
    what: 'the killer is parked',
    deadlineMs: 15_000,
  })
  expect(await service.effects()).toEqual([{ order_id: 'k-1', amount: 1 }])
}, 40_000)

test('a lone killer is not parked while nothing else shows that the service is well, and is decoded when it is', async () => {
  const service = await createOrderService()
  await prepareQueue(service)
  await insertDeaths(service, killer, 9)
  const runs: boolean[] = []
  await publishRedelivered(service, killer)
  const first = await service.start(async (_order, context) => {
    runs.push(context.redelivered)
    await new Promise(() => {})
  })
  await waitFor(() => runs.length === 1, { what: 'it runs once more' })
  await first.stop({ deadlineMs: 0 })

  const healthy = { orderId: 'healthy', amount: 1 }
  await service.publish(healthy)
  await service.start(async (order, context) => {
    expect(order).toEqual(healthy)
    await writeEffect(order, context)
  })
  await waitFor(() => service.count('parked') === 1, { what: 'the killer is parked' })
  expect(await service.failures()).toMatchObject([{ class: 'crash-loop', dedup_key: 'ORDER_PAID:killer' }])
  expect(await service.records()).toMatchObject([{ status: 'SUCCEEDED' }, { status: 'FAILED' }])
})

test('a body that kills at decoding is parked as it is', async () => {
  const service = await createOrderService()
  await prepareQueue(service)
  await insertDeaths(service, killer, 5)
  // Two processes died when they were about to park it.
  await insertDeaths(service, killer, 3, false)
  await insertFinished(service)
  await publishRedelivered(service, killer)
  await service.start(writeEffect)
  await waitFor(() => service.count('parked') === 1, { what: 'it is parked' })
  expect(await service.failures()).toMatchObject([{ class: 'crash-loop', dedup_key: null }])
})

test('a replay starts with a clean slate: the deaths of before do not count against it', async () => {
  const service = await createOrderService()
  await prepareQueue(service)
  const id = await insertCrashLoop(service, killer.orderId)
  await insertDeaths(service, killer, 5)
  await insertFinished(service)
  const connections = await service.connect()
  await replayParked({ ...connections, id })
  // Whoever took it first gave it back.
  await redeliver(service)
  await service.start(writeEffect, { connections })
  await waitFor(() => service.count('processed') === 1, { what: 'the replay' })
  expect(await service.failures()).toMatchObject([{ id, state: 'resolved' }])
})

test('an end that could not be written down is written later, and does not look like a crash', async () => {
  const service = await createOrderService()
  await prepareQueue(service)
  const server = new URL(inject('databaseUrl'))
  const proxy = await startProxy({ host: server.hostname, port: Number(server.port || 5432) })
  const connections = await service.connect({ databaseUrl: proxy.urlVia(service.database.url) })
  await publishRedelivered(service, killer)
  const cut = proxy.cutBefore({ pattern: 'set finished_at' })
  const consumer = await service.start(writeEffect, { connections })
  await cut
  await waitFor(() => service.count('processed') === 1, { what: 'the message' })
  await consumer.stop()
  const { rows } = await service.database.pool.query('select finished_at from idempotency.idempotent_attempt')
  expect(rows).toEqual([{ finished_at: expect.any(Date) }])
  await proxy.close()
})

test('a start whose COMMIT is not answered is taken back', async () => {
  const service = await createOrderService()
  await prepareQueue(service)
  const server = new URL(inject('databaseUrl'))
  const proxy = await startProxy({ host: server.hostname, port: Number(server.port || 5432) })
  const connections = await service.connect({ databaseUrl: proxy.urlVia(service.database.url) })
  await publishRedelivered(service, killer)
  let cut: Promise<void> | undefined
  const consumer = await service.start(writeEffect, {
    connections,
    observe(event) {
      // The next COMMIT is that of the start.
      if (event.kind === 'received') cut ??= proxy.cutBeforeAnswer({ pattern: commitMessage })
    },
  })
  await waitFor(() => service.count('processed') === 1, { what: 'the message' })
  await cut
  await consumer.stop()
  const { rows } = await service.database.pool.query(
    'select 1 from idempotency.idempotent_attempt where finished_at is null',
  )
  expect(rows).toEqual([])
  await proxy.close()
})

async function prepareQueue(service: OrderService): Promise<void> {
  const consumer = await service.start(writeEffect)
  await consumer.stop()
}

async function publishRedelivered(service: OrderService, order: Order): Promise<void> {
  await service.publish(order)
  await redeliver(service)
}

async function redeliver(service: OrderService): Promise<void> {
  const message = await waitFor(() => service.raw.channel.get(service.queue), { what: 'the message' })
  service.raw.channel.nack(message)
}

function bodyOf(order: Order): Buffer {
  return Buffer.from(JSON.stringify(order))
}

/** Unfinished starts, each by a process of its own. */
async function insertDeaths(service: OrderService, order: Order, deaths: number, alone = true): Promise<void> {
  await service.database.pool.query(
    `insert into idempotency.idempotent_attempt (consumer_group, queue, body_hash, instance, alone, started_at)
     select 'marketing-coupon', $1, sha256($2), gen_random_uuid(), $3, now() - interval '1 minute'
     from generate_series(1, $4)`,
    [service.queue, bodyOf(order), alone, deaths],
  )
}

/** Another message ended well, after the deaths and before whatever comes now. */
async function insertFinished(service: OrderService): Promise<void> {
  await service.database.pool.query(
    `insert into idempotency.idempotent_attempt (consumer_group, queue, body_hash, instance, alone, finished_at)
     values ('marketing-coupon', $1, 'other', gen_random_uuid(), false, now() - interval '30 seconds')`,
    [service.queue],
  )
}

async function insertCrashLoop(service: OrderService, orderId: string): Promise<string> {
  const body = bodyOf({ orderId, amount: 1 })
  const { rows } = await service.database.pool.query(
    `insert into idempotency.idempotent_failure
       (consumer_group, queue, dedup_key, fingerprint, fingerprint_version, body_hash, body_size, class, code, message,
        body, exchange, routing_key, expire_at)
     values ('marketing-coupon', $1, $3, '\\x00', '1:paidAt', sha256($2), 1, 'crash-loop', 'crash-loop', '', $2, '',
       'order.paid', now() + interval '1 day')
     returning id`,
    [service.queue, body, `ORDER_PAID:${orderId}`],
  )
  await service.database.pool.query(
    `insert into idempotency.idempotent_attempt (consumer_group, queue, body_hash, instance, alone, finished_at)
     values ('marketing-coupon', $1, sha256($2), gen_random_uuid(), true, clock_timestamp())`,
    [service.queue, body],
  )
  await service.database.pool.query(
    `insert into idempotency.idempotent_record
       (consumer_group, dedup_key, status, key_version, fingerprint, fingerprint_version, expire_at)
     values ('marketing-coupon', $1, 'FAILED', 1, $2, '1:paidAt', now() + interval '90 days')`,
    [`ORDER_PAID:${orderId}`, createHash('sha256').update(orderId).digest()],
  )
  return rows[0].id
}
