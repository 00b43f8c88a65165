import { expect, test } from 'vitest'
import { DeclaredError } from '../../templates/runtime/errors.js'
import { replayParked } from '../../templates/runtime/replay.js'
import { createOrderService, type OrderHandler, writeEffect } from '../support/order-service.js'
import { waitFor } from '../support/wait-for.js'

class CouponExhausted extends DeclaredError {
  readonly code = 'CouponExhausted'
}
class InventoryTimeout extends DeclaredError {
  readonly code = 'InventoryTimeout'
}

const wantsTen: OrderHandler = async (order, context) => {
  await writeEffect(order, context)
  if (order.amount < 10) throw new CouponExhausted('too little')
}

test('a corrected poison message that fails keeps its one row, under the key that it has now', async () => {
  const service = await createOrderService()
  const connections = await service.connect()
  await service.start(wantsTen, { connections })
  await service.send(Buffer.from('no json'))
  await waitFor(() => service.count('parked') === 1, { what: 'the poison is parked' })
  const [row] = await service.failures()
  await replayParked({ ...connections, id: row?.id ?? '', payload: { orderId: 'o-1', amount: 5 } })
  await waitFor(() => service.count('parked') === 2, { what: 'the correction fails' })
  expect(await service.failures()).toMatchObject([
    { id: row?.id, state: 'parked', class: 'business', seen: 2, dedup_key: 'ORDER_PAID:o-1' },
  ])
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('duplicate') === 1, { what: 'a copy of it is absorbed' })
  expect(await service.failures()).toMatchObject([{ seen: 3 }])

  await replayParked({ ...connections, id: row?.id ?? '', payload: { orderId: 'o-1', amount: 20 } })
  await waitFor(() => service.count('processed') === 1, { what: 'the second correction' })
  expect(await service.failures()).toMatchObject([{ state: 'resolved' }])
  expect(await service.effects()).toEqual([{ order_id: 'o-1', amount: 20 }])
})

test('a correction is plain JSON, whatever charset and encoding the poison claimed', async () => {
  const service = await createOrderService()
  const connections = await service.connect()
  await service.start(writeEffect, { connections })
  await service.send(Buffer.from('{"orderId":"o-1","amount":1}'), {
    contentType: 'application/json; charset=utf-16',
    contentEncoding: 'zip',
  })
  await waitFor(() => service.count('parked') === 1, { what: 'the poison is parked' })
  const [row] = await service.failures()
  await replayParked({ ...connections, id: row?.id ?? '', payload: { orderId: 'o-1', amount: 1 } })
  await waitFor(() => service.count('processed') === 1, { what: 'the correction' })
  expect(await service.failures()).toMatchObject([{ state: 'resolved' }])
})

test('a parked message whose key was processed with a correction cannot be replayed as it was', async () => {
  const service = await createOrderService()
  const connections = await service.connect()
  await service.start(wantsTen, { connections })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('parked') === 1, { what: 'the first is parked' })
  await service.publish({ orderId: 'o-1', amount: 20 })
  await waitFor(() => service.count('parked') === 2, { what: 'the correction is set aside' })
  const [first, correction] = await service.failures()
  await replayParked({ ...connections, id: correction?.id ?? '' })
  await waitFor(() => service.count('processed') === 1, { what: 'the correction is replayed' })
  await expect(replayParked({ ...connections, id: first?.id ?? '' })).rejects.toMatchObject({
    code: 'replay-impossible',
  })
  expect(await service.effects()).toEqual([{ order_id: 'o-1', amount: 20 }])
})

test('a replay whose COMMIT is refused comes back as the replay that it is', async () => {
  const service = await createOrderService()
  const { pool } = service.database
  await pool.query(
    `create table ledger (order_id text);
     create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not yet'; end $$;
     create constraint trigger at_commit after insert on ledger deferrable initially deferred
       for each row execute function refuse()`,
  )
  let stage: 'down' | 'refused' | 'well' = 'down'
  const runs: string[] = []
  await service.start(
    async (order, context) => {
      runs.push(`${stage} ${context.run}`)
      if (stage === 'down') throw new InventoryTimeout('down')
      await writeEffect(order, context)
      if (stage === 'refused') await context.tx.query('insert into ledger values ($1)', [order.orderId])
      stage = 'well'
    },
    { queue: { retry: { attempts: 2, delaysMs: [100] } } },
  )
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('parked') === 1, { what: 'the attempts are used up' })
  stage = 'refused'
  // A fresh publication counts as a replay, and so does its retry.
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('processed') === 1, { what: 'the replay succeeds at last' })
  expect(runs).toEqual(['down 1', 'down 2', 'refused 1', 'well 2'])
  expect(await service.effects()).toEqual([{ order_id: 'o-1', amount: 5 }])
  expect(await service.failures()).toMatchObject([{ state: 'resolved' }])
})

test('a replay that is sent twice has one effect', async () => {
  const service = await createOrderService()
  const { pool } = service.database
  const connections = await service.connect()
  let exhausted = true
  const handler: OrderHandler = async (order, context) => {
    await writeEffect(order, context)
    if (exhausted) throw new CouponExhausted('none left')
  }
  // Two consumers share no memory of the keys in flight: what decides is in the database.
  for (let i = 0; i < 2; i += 1) await service.start(handler, { connections, queue: { prefetch: 1, concurrency: 1 } })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('parked') === 1, { what: 'the message is parked' })
  exhausted = false
  const [row] = await service.failures()
  const blocker = await pool.connect()
  await blocker.query('begin; select 1 from idempotency.idempotent_record for update')
  for (let i = 0; i < 2; i += 1) await replayParked({ ...connections, id: row?.id ?? '' })
  await waitFor(async () => (await pool.query(waitingForLocks)).rowCount === 2, { what: 'both stand at the record' })
  await blocker.query('rollback')
  blocker.release()
  await waitFor(() => service.count('processed') + service.count('duplicate') === 2, { what: 'both are settled' })
  expect(await service.effects()).toEqual([{ order_id: 'o-1', amount: 5 }])
  expect(await service.failures()).toMatchObject([{ state: 'resolved' }])
})

const waitingForLocks = `select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`
