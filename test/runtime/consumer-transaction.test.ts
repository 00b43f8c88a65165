import { expect, inject, test } from 'vitest'
import { DeclaredError } from '../../templates/runtime/errors.js'
import { waitForLock } from '../support/lock-wait.js'
import { createOrderService, type Order, writeEffect } from '../support/order-service.js'
import { startProxy } from '../support/proxy.js'
import { waitFor } from '../support/wait-for.js'

/** COMMIT as a simple query on the wire. */
const commitMessage = Buffer.from('Q\0\0\0\x0bcommit\0')

class CouponExhausted extends DeclaredError {
  readonly code = 'CouponExhausted'
}

test('a message is acknowledged only after its effects are committed', async () => {
  const service = await createOrderService()
  const order: Order = { orderId: 'o-1', amount: 5 }
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const consumer = await service.start(async (given, context) => {
    await writeEffect(given, context)
    await held
  })
  await service.publish(order)
  await waitFor(() => service.count('in-flight') === 1, { what: 'the handler runs' })
  // The consumer ends while the handler runs: whatever was acknowledged before the commit is lost.
  const stopped = consumer.stop({ deadlineMs: 0 })
  await stopped
  release()
  const state = await waitFor(() => service.raw.channel.checkQueue(service.queue), { what: 'the queue answers' })
  expect(state.messageCount).toBe(1)
  expect(await service.effects()).toEqual([])
})

test('a swallowed SQL error is the failure of its message: COMMIT would answer ROLLBACK', async () => {
  const service = await createOrderService()
  const runs: number[] = []
  await service.start(async (order, context) => {
    runs.push(context.run)
    await writeEffect(order, context)
    if (context.run === 1) await context.tx.query('insert into no_such_table values (1)').catch(() => {})
  })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('processed') === 1, { what: 'the second run' })
  expect(runs).toEqual([1, 2])
  expect(await service.effects()).toEqual([{ order_id: 'o-1', amount: 5 }])
})

test('a statement that commits inside a handler is refused and undone', async () => {
  const service = await createOrderService()
  await service.start(async (order, context) => {
    await context.tx.query(
      `insert into effect values ('${order.orderId}', 1); commit; insert into effect values ('x', 2)`,
    )
  })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('parked') === 1, { what: 'the message is parked' })
  expect(await service.effects()).toEqual([])
  expect(await service.failures()).toMatchObject([{ class: 'attempts-exhausted', runs: 3 }])
})

test('a statement that is not awaited fails its message', async () => {
  const service = await createOrderService()
  await service.start(async (order, context) => {
    if (context.run === 1) void context.tx.query('select pg_sleep(0.3)').catch(() => {})
    else await writeEffect(order, context)
  })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('processed') === 1, { what: 'the second run' })
  expect(await service.effects()).toHaveLength(1)
})

test('a handler past its deadline can write neither into its own transaction nor into the next', async () => {
  const service = await createOrderService()
  const late: unknown[] = []
  await service.start(
    async (order, context) => {
      if (order.orderId === 'slow' && context.run === 1) {
        await new Promise((resolve) => context.signal.addEventListener('abort', resolve))
        await waitFor(() => service.count('processed') === 1, { what: 'the next message is processed' })
        await context.tx.query("insert into effect values ('late', 1)").catch((error: unknown) => late.push(error))
        return
      }
      await writeEffect(order, context)
    },
    { group: { handlerTimeoutMs: 300 }, queue: { concurrency: 1 } },
  )
  await service.publish({ orderId: 'slow', amount: 1 })
  await service.publish({ orderId: 'next', amount: 2 })
  await waitFor(() => service.count('processed') === 2, { what: 'both messages' })
  await waitFor(() => late.length === 1, { what: 'the late statement is refused' })
  expect(await service.effects()).toEqual([
    { order_id: 'next', amount: 2 },
    { order_id: 'slow', amount: 1 },
  ])
})

test('a statement that runs past the deadline does not land in the next transaction', async () => {
  const service = await createOrderService()
  await service.start(
    async (order, context) => {
      if (order.orderId === 'slow' && context.run === 1) {
        await context.tx.query("with late as (select pg_sleep(0.6)) insert into effect select 'late', 1 from late")
        return
      }
      await writeEffect(order, context)
    },
    { group: { handlerTimeoutMs: 200 }, queue: { concurrency: 1 }, tuning: { statementTimeoutMs: 5_000 } },
  )
  await service.publish({ orderId: 'slow', amount: 1 })
  await service.publish({ orderId: 'next', amount: 2 })
  await waitFor(() => service.count('processed') === 2, { what: 'both messages' })
  await service.settled()
  expect(await service.effects()).toEqual([
    { order_id: 'next', amount: 2 },
    { order_id: 'slow', amount: 1 },
  ])
})

test('a statement that kills its own connection is the failure of its message and opens no breaker', async () => {
  const service = await createOrderService()
  await service.start(async (order, context) => {
    if (order.orderId === 'killer') await context.tx.query('select pg_terminate_backend(pg_backend_pid())')
    await writeEffect(order, context)
  })
  await service.publish({ orderId: 'killer', amount: 1 })
  await service.publish({ orderId: 'innocent', amount: 2 })
  await waitFor(() => service.count('parked') === 1, { what: 'the killer is parked' })
  await service.settled()
  expect(service.count('breaker-opened')).toBe(0)
  expect(await service.effects()).toEqual([{ order_id: 'innocent', amount: 2 }])
  expect(await service.failures()).toMatchObject([{ class: 'attempts-exhausted', dedup_key: 'ORDER_PAID:killer' }])
})

test('commits wait for the disk where the role has synchronous_commit off', async () => {
  const service = await createOrderService()
  const name = new URL(service.database.url).pathname.slice(1)
  await service.database.pool.query(`alter database ${name} set synchronous_commit = off`)
  const seen: unknown[] = []
  await service.start(async (_order, { tx }) => {
    seen.push(...(await tx.query('show synchronous_commit')).rows)
  })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('processed') === 1, { what: 'the message' })
  expect(seen).toEqual([{ synchronous_commit: 'on' }])
})

test('a role that defaults to REPEATABLE READ still sees what a concurrent duplicate committed', async () => {
  const service = await createOrderService()
  const name = new URL(service.database.url).pathname.slice(1)
  await service.database.pool.query(`alter database ${name} set default_transaction_isolation = 'repeatable read'`)
  const blocker = await service.database.pool.connect()
  await blocker.query('begin')
  await blocker.query(
    `insert into idempotency.idempotent_record
       (consumer_group, dedup_key, status, key_version, fingerprint, fingerprint_version, expire_at)
     values ('marketing-coupon', 'ORDER_PAID:o-1', 'SUCCEEDED', 1, '', 'another list', now() + interval '1 day')`,
  )
  await service.start(writeEffect)
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitForLock(service.database.pool)
  await blocker.query('commit')
  blocker.release()
  await waitFor(() => service.count('duplicate') === 1, { what: 'the duplicate' })
  expect(service.count('retried')).toBe(0)
})

test('a duplicate that waits for the first runs itself when the first rolls back', async () => {
  const service = await createOrderService()
  const blocker = await service.database.pool.connect()
  await blocker.query('begin')
  await blocker.query(
    `insert into idempotency.idempotent_record
       (consumer_group, dedup_key, status, key_version, fingerprint, fingerprint_version, expire_at)
     values ('marketing-coupon', 'ORDER_PAID:o-1', 'SUCCEEDED', 1, '', 'another list', now() + interval '1 day')`,
  )
  await service.start(writeEffect)
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitForLock(service.database.pool, { atLeastMs: 300 })
  expect(service.count('duplicate')).toBe(0)
  await blocker.query('rollback')
  blocker.release()
  await waitFor(() => service.count('processed') === 1, { what: 'the waiting one runs' })
  expect(await service.effects()).toEqual([{ order_id: 'o-1', amount: 5 }])
})

test('a duplicate in the same process waits for the first and runs when the first fails', async () => {
  const service = await createOrderService()
  let fail = (): void => {}
  const first = new Promise<void>((_, reject) => {
    fail = () => reject(new CouponExhausted('first'))
  })
  let runs = 0
  await service.start(
    async (order, context) => {
      runs += 1
      await writeEffect(order, context)
      if (runs === 1) await first
    },
    { group: { errors: { business: [], system: ['CouponExhausted'], default: 'system' } } },
  )
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => runs === 1, { what: 'the first runs' })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('received') === 2, { what: 'the duplicate has arrived' })
  fail()
  await waitFor(() => service.count('processed') === 1 && service.count('duplicate') === 1, { what: 'one effect' })
  await service.settled()
  expect(await service.effects()).toEqual([{ order_id: 'o-1', amount: 5 }])
})

test('a key that stays locked delays its message uncounted', async () => {
  const service = await createOrderService()
  const blocker = await service.database.pool.connect()
  await blocker.query('begin')
  await blocker.query(
    `insert into idempotency.idempotent_record
       (consumer_group, dedup_key, status, key_version, fingerprint, fingerprint_version, expire_at)
     values ('marketing-coupon', 'ORDER_PAID:o-1', 'SUCCEEDED', 1, '', 'another list', now() + interval '1 day')`,
  )
  const runs: number[] = []
  await service.start(
    async (order, context) => {
      runs.push(context.run)
      await writeEffect(order, context)
    },
    { tuning: { lockTimeoutMs: 100 } },
  )
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('retried') >= 4, { what: 'more copies than there are attempts' })
  await blocker.query('rollback')
  blocker.release()
  await waitFor(() => service.count('processed') === 1, { what: 'the message runs' })
  expect(runs).toEqual([1])
})

test('a connection cut while COMMIT is under way neither loses nor doubles', async () => {
  const service = await createOrderService()
  const server = new URL(inject('databaseUrl'))
  const proxy = await startProxy({ host: server.hostname, port: Number(server.port || 5432) })
  const connections = await service.connect({ databaseUrl: proxy.urlVia(service.database.url) })
  await service.start(writeEffect, { connections })
  // Once the server has committed and its answer is lost, once it never saw the COMMIT; the client cannot tell.
  const cuts = [proxy.cutBeforeAnswer, proxy.cutBefore, proxy.cutBeforeAnswer]
  for (const [index, arm] of cuts.entries()) {
    const cut = arm({ pattern: commitMessage })
    await service.publish({ orderId: `o-${index + 1}`, amount: 1 })
    await cut
  }
  await waitFor(() => service.count('commit-unknown') === 3, { what: 'three outcomes are unknown' })
  await service.settled({ deadlineMs: 20_000 })
  await waitFor(async () => (await service.records()).length === 3, { what: 'three records' })
  expect(await service.effects()).toEqual([
    { order_id: 'o-1', amount: 1 },
    { order_id: 'o-2', amount: 1 },
    { order_id: 'o-3', amount: 1 },
  ])
  expect(await service.failures()).toEqual([])
  await proxy.close()
})

test('a serialization failure is tried again at once, uncounted', async () => {
  const service = await createOrderService()
  const runs: number[] = []
  await service.start(async (order, context) => {
    runs.push(context.run)
    if (runs.length < 3) {
      await context.tx.query(`do $$ begin raise exception 'again' using errcode = '40001'; end $$`)
    }
    await writeEffect(order, context)
  })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('processed') === 1, { what: 'the third try' })
  expect(runs).toEqual([1, 1, 1])
  expect(service.count('retried')).toBe(0)
})
