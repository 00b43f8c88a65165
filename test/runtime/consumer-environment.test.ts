import { expect, inject, test } from 'vitest'
import { createOrderService, writeEffect } from '../support/order-service.js'
import { startProxy } from '../support/proxy.js'
import { waitFor } from '../support/wait-for.js'

test('a database that is away for ten seconds under a backlog parks nothing and makes no copies', async () => {
  const service = await createOrderService()
  const server = new URL(inject('databaseUrl'))
  const proxy = await startProxy({ host: server.hostname, port: Number(server.port || 5432) })
  const connections = await service.connect({ databaseUrl: proxy.urlVia(service.database.url) })
  const consumer = await service.start(writeEffect, { connections })
  await service.publish({ orderId: 'before', amount: 1 })
  await waitFor(() => service.count('processed') === 1, { what: 'the first message' })

  await proxy.refuse()
  proxy.cut()
  const backlog = 300
  for (let i = 0; i < backlog; i += 1) await service.publish({ orderId: `o-${i}`, amount: i })
  await waitFor(() => service.count('breaker-opened') === 1, { what: 'the breaker opens' })
  expect(consumer.ready).toBe(false)
  const downUntil = performance.now() + 10_000
  await waitFor(() => performance.now() > downUntil, { what: 'ten seconds have passed', deadlineMs: 11_000 })
  const received = service.count('received')
  expect(service.count('retried'), 'copies while the database was away').toBe(0)
  expect(received, 'deliveries while the database was away').toBeLessThan(100)

  await proxy.accept()
  await waitFor(() => service.count('processed') === backlog + 1, { what: 'the backlog', deadlineMs: 30_000 })
  await service.settled()
  expect(consumer.ready).toBe(true)
  expect(await service.effects()).toHaveLength(backlog + 1)
  expect(await service.failures()).toEqual([])
  expect(service.count('retried')).toBe(0)
  await proxy.close()
}, 60_000)

test('a server that has become read-only opens the breaker until it can write again', async () => {
  const service = await createOrderService()
  const name = new URL(service.database.url).pathname.slice(1)
  const setReadOnly = async (value: 'on' | 'off'): Promise<void> => {
    await service.database.pool.query(
      `set default_transaction_read_only = off; alter database ${name} set default_transaction_read_only = ${value}`,
    )
    await service.database.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  }
  const consumer = await service.start(writeEffect)
  await setReadOnly('on')
  await service.publish({ orderId: 'o-1', amount: 1 })
  await waitFor(() => service.count('breaker-opened') === 1, { what: 'the breaker opens' })
  expect(service.count('parked')).toBe(0)
  await setReadOnly('off')
  await waitFor(() => service.count('processed') === 1, { what: 'the message', deadlineMs: 15_000 })
  expect(consumer.ready).toBe(true)
  expect(await service.effects()).toEqual([{ order_id: 'o-1', amount: 1 }])
}, 40_000)

test('SQL that the database does not understand pauses the consumer after five keys, and it goes on once mended', async () => {
  const service = await createOrderService()
  const consumer = await service.start(
    async (order, { tx }) => {
      await tx.query('insert into not_migrated_yet (order_id) values ($1)', [order.orderId])
    },
    { queue: { retry: { attempts: 50, delaysMs: [100] } } },
  )
  for (let i = 0; i < 8; i += 1) await service.publish({ orderId: `o-${i}`, amount: i })
  await waitFor(() => service.count('paused') === 1, { what: 'the consumer pauses' })
  expect(consumer.ready).toBe(false)
  await service.database.pool.query('create table not_migrated_yet (order_id text)')
  await waitFor(() => service.count('resumed') === 1, { what: 'the consumer goes on', deadlineMs: 15_000 })
  await waitFor(() => service.count('processed') === 8, { what: 'all messages', deadlineMs: 15_000 })
  expect(await service.failures()).toEqual([])
}, 40_000)
