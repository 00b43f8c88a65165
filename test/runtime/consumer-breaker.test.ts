import { expect, inject, test } from 'vitest'
import { createBreaker } from '../../templates/runtime/consumer/breaker.js'
import { DatabaseConnectionError } from '../../templates/runtime/database/connection-error.js'
import { createOrderService, type OrderService, writeEffect } from '../support/order-service.js'
import { startProxy, type TestProxy } from '../support/proxy.js'
import { waitFor } from '../support/wait-for.js'

test('a database that falls silent while handlers wait for it is away, not slow handlers', async () => {
  const service = await createOrderService()
  const proxy = await databaseProxy()
  const connections = await service.connect({ databaseUrl: proxy.urlVia(service.database.url) })
  let held = false
  await service.start(
    async (order, context) => {
      if (!held) proxy.hold()
      held = true
      await writeEffect(order, context)
    },
    { connections, group: { handlerTimeoutMs: 300 }, queue: { retry: { attempts: 1, delaysMs: [100] } } },
  )
  await service.publish({ orderId: 'o-1', amount: 1 })
  await waitFor(() => service.count('breaker-opened') === 1, { what: 'the breaker opens' })
  proxy.release()
  await waitFor(() => service.count('processed') === 1, { what: 'the message', deadlineMs: 20_000 })
  expect(await service.effects()).toEqual([{ order_id: 'o-1', amount: 1 }])
  expect(await service.failures()).toEqual([])
  await proxy.close()
})

test('slow statements of many messages are their own failures and open no breaker', async () => {
  const service = await createOrderService()
  await service.start(
    async (_order, { tx }) => {
      await tx.query('select pg_sleep(1)')
    },
    {
      group: { handlerTimeoutMs: 200 },
      queue: { retry: { attempts: 1, delaysMs: [100] } },
      tuning: { statementTimeoutMs: 5_000 },
    },
  )
  for (let i = 0; i < 6; i += 1) await service.publish({ orderId: `o-${i}`, amount: i })
  await waitFor(() => service.count('parked') === 6, { what: 'all are parked' })
  expect(service.count('breaker-opened')).toBe(0)
  expect((await service.failures()).map(({ code }) => code)).toEqual(Array(6).fill('handler-timeout'))
})

test('sessions that all end in one moment count for no message, though the server is there again at once', async () => {
  const service = await createOrderService()
  const lanes = 4
  let waiting = 0
  let ending: Promise<void> | undefined
  await service.start(
    async (order, context) => {
      waiting += 1
      await waitFor(() => waiting >= lanes, { what: 'all lanes are at work' })
      ending ??= endSessions(service)
      await ending
      await writeEffect(order, context)
    },
    { queue: { concurrency: lanes, retry: { attempts: 1, delaysMs: [100] } } },
  )
  for (let i = 0; i < lanes; i += 1) await service.publish({ orderId: `o-${i}`, amount: i })
  await waitFor(() => service.count('processed') === lanes, { what: 'all messages', deadlineMs: 20_000 })
  expect(await service.effects()).toHaveLength(lanes)
  expect(await service.failures()).toEqual([])
})

test('what is lost with its connection in every state is handed back, and comes to its end afterwards', async () => {
  const service = await createOrderService()
  const proxy = await databaseProxy()
  const connections = await service.connect({ databaseUrl: proxy.urlVia(service.database.url) })
  let isAway = false
  const consumer = await service.start(
    async (order, context) => {
      if (order.orderId === 'running') await waitFor(() => isAway, { what: 'the database is away' })
      if (order.orderId === 'parks') throw new Error('at every run')
      await writeEffect(order, context)
    },
    { connections, queue: { concurrency: 2, prefetch: 20, retry: { attempts: 1, delaysMs: [100] } } },
  )
  await service.publish({ orderId: 'running', amount: 1 })
  await waitFor(() => service.count('in-flight') === 1, { what: 'the first runs' })
  // One waits for the flight of the first, one waits for a lane behind the other.
  await service.publish({ orderId: 'running', amount: 1 })
  for (const orderId of ['parks', 'ready', 'parks']) await service.publish({ orderId, amount: 1 })
  await service.send(Buffer.from('poison'))
  await proxy.refuse()
  isAway = true
  await service.send(Buffer.from('poison, too'))
  await waitFor(() => service.count('breaker-opened') === 1, { what: 'the breaker opens' })
  expect(consumer.ready).toBe(false)
  await proxy.accept()
  await waitFor(() => service.count('processed') === 2, { what: 'both that can be', deadlineMs: 20_000 })
  await waitFor(async () => (await service.failures()).length === 3, { what: 'what is parked' })
  await service.settled()
  expect((await service.effects()).map(({ order_id }) => order_id)).toEqual(['ready', 'running'])
  expect((await service.failures()).map((failure) => failure.class).sort()).toEqual([
    'attempts-exhausted',
    'poison',
    'poison',
  ])
  expect(service.count('retried')).toBe(0)
  await proxy.close()
})

test('a dead letter that cannot be parked yet is not brought back to life', async () => {
  const service = await createOrderService()
  const handled: string[] = []
  await service.start(async (order) => void handled.push(order.orderId))
  const { pool } = service.database
  await pool.query('alter table idempotency.idempotent_failure rename to elsewhere')
  const body = Buffer.from(JSON.stringify({ orderId: 'dead', amount: 1 }))
  service.raw.channel.sendToQueue(`${service.queue}.dead`, body, { persistent: true })
  await service.publish({ orderId: 'alive', amount: 1 })
  await waitFor(() => handled.length === 1, { what: 'the other message' })
  await waitFor(async () => (await pool.query(refusedParkings)).rowCount === 1, { what: 'a parking was refused' })
  await pool.query('alter table idempotency.elsewhere rename to idempotent_failure')
  await waitFor(() => service.count('parked') === 1, { what: 'the dead letter is parked' })
  expect(handled).toEqual(['alive'])
  expect(service.count('retried')).toBe(0)
})

test('a read-only server is not found well by the probe of another fault', async () => {
  const probes: string[] = []
  const opened: string[] = []
  const breaker = createBreaker({
    database: {
      async probe(kind) {
        probes.push(kind)
        if (kind === 'write') throw new Error('read-only')
      },
    },
    timeouts: {
      lockMs: 1,
      statementMs: 1,
      idleMs: 1,
      busyForMs: 1,
      stopDeadlineMs: 1,
      probeFirstMs: 60_000,
      probeLongestMs: 60_000,
    },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    onOpen: async (reason) => void opened.push(reason),
    onClose: async () => {},
  })
  const lost = breaker.judge(new DatabaseConnectionError('connection-lost', 'lost'), 'one')
  const readOnly = breaker.judge(Object.assign(new Error('25006'), { code: '25006' }), 'two')
  expect(await readOnly).toBe('environment')
  expect(await lost).toBe('environment')
  expect(probes.sort()).toEqual(['read', 'write'])
  expect(opened).toEqual(['25006'])
  breaker.close()
})

/** Rolled back transactions are counted late; the lock that was asked for is not to be seen any more. */
const refusedParkings = `select 1 from pg_stat_database where datname = current_database() and xact_rollback > 0`

async function databaseProxy(): Promise<TestProxy> {
  const server = new URL(inject('databaseUrl'))
  return startProxy({ host: server.hostname, port: Number(server.port || 5432) })
}

async function endSessions(service: OrderService): Promise<void> {
  await service.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
}
