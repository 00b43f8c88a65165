import { expect, test } from 'vitest'
import { DeclaredError } from '../../templates/runtime/errors.js'
import { replayParked } from '../../templates/runtime/replay.js'
import { waitForLock } from '../support/lock-wait.js'
import { createOrderService, type OrderHandler, writeEffect } from '../support/order-service.js'
import { waitFor } from '../support/wait-for.js'

class CouponExhausted extends DeclaredError {
  readonly code = 'CouponExhausted'
}
class InventoryTimeout extends DeclaredError {
  readonly code = 'InventoryTimeout'
}

/** Fails as a business error for every amount under 10. */
const wantsTen: OrderHandler = async (order, context) => {
  await writeEffect(order, context)
  if (order.amount < 10) throw new CouponExhausted('too little')
}

test('a business error that loses to a waiting duplicate in another process leaves the success alone', async () => {
  const service = await createOrderService()
  const { pool } = service.database
  let runs = 0
  const handler: OrderHandler = async (order, context) => {
    runs += 1
    const isFirst = runs === 1
    await writeEffect(order, context)
    // The first waits until the second stands at the claim; the second until the first stands at its parking.
    await waitForLock(pool)
    if (isFirst) throw new CouponExhausted('first')
  }
  // Two consumers share no memory of the keys in flight: the second waits in the database.
  await service.start(handler, { queue: { prefetch: 1, concurrency: 1 } })
  await service.start(handler, { queue: { prefetch: 1, concurrency: 1 } })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('processed') === 1 && service.count('duplicate') === 1, {
    what: 'both are settled',
  })
  await service.settled()
  expect(await service.effects()).toEqual([{ order_id: 'o-1', amount: 5 }])
  expect(await service.records()).toEqual([{ dedup_key: 'ORDER_PAID:o-1', status: 'SUCCEEDED' }])
  expect(await service.failures()).toEqual([])
})

test('a correction that meets a parked key is set aside, never acknowledged away', async () => {
  const service = await createOrderService()
  await service.start(wantsTen)
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('parked') === 1, { what: 'the first is parked' })
  await service.publish({ orderId: 'o-1', amount: 20 })
  await waitFor(() => service.count('parked') === 2, { what: 'the correction is parked' })
  expect(await service.failures()).toMatchObject([
    { class: 'business', state: 'parked' },
    { class: 'mismatch', state: 'parked' },
  ])
})

test('a replay as it was runs once more and resolves its row in the same transaction', async () => {
  const service = await createOrderService()
  let exhausted = true
  const connections = await service.connect()
  await service.start(
    async (order, context) => {
      await writeEffect(order, context)
      if (exhausted) throw new CouponExhausted('none left')
    },
    { connections },
  )
  await service.publish({ orderId: 'o-1', amount: 5 }, { headers: { tenant: 't-1' } })
  await waitFor(() => service.count('parked') === 1, { what: 'the message is parked' })
  const [row] = await service.failures()
  exhausted = false
  await replayParked({ ...connections, id: row?.id ?? '' })
  await waitFor(() => service.count('processed') === 1, { what: 'the replay' })
  expect(await service.effects()).toEqual([{ order_id: 'o-1', amount: 5 }])
  expect(await service.records()).toEqual([{ dedup_key: 'ORDER_PAID:o-1', status: 'SUCCEEDED' }])
  expect(await service.failures()).toMatchObject([{ state: 'resolved' }])
  await expect(replayParked({ ...connections, id: row?.id ?? '' })).rejects.toMatchObject({ code: 'replay-resolved' })
})

test('a corrected replay is processed under the same key', async () => {
  const service = await createOrderService()
  const connections = await service.connect()
  await service.start(wantsTen, { connections })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('parked') === 1, { what: 'the message is parked' })
  const [row] = await service.failures()
  await replayParked({ ...connections, id: row?.id ?? '', payload: { orderId: 'o-1', amount: 20 } })
  await waitFor(() => service.count('processed') === 1, { what: 'the replay' })
  expect(await service.effects()).toEqual([{ order_id: 'o-1', amount: 20 }])
  expect(await service.failures()).toMatchObject([{ state: 'resolved' }])
  // The original, coming late, now differs from what was done under its key.
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('parked') === 2, { what: 'the original is a mismatch' })
})

test('a replay that fails again keeps its one row visible', async () => {
  const service = await createOrderService()
  const connections = await service.connect()
  await service.start(wantsTen, { connections })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('parked') === 1, { what: 'the message is parked' })
  const [row] = await service.failures()
  await replayParked({ ...connections, id: row?.id ?? '' })
  await waitFor(() => service.count('parked') === 2, { what: 'the replay fails' })
  await replayParked({ ...connections, id: row?.id ?? '', payload: { orderId: 'o-1', amount: 6 } })
  await waitFor(() => service.count('parked') === 3, { what: 'the corrected replay fails' })
  expect(await service.failures()).toMatchObject([{ id: row?.id, state: 'parked', class: 'business', seen: 3 }])
  expect(await service.effects()).toEqual([])
})

test('a replay is retried like any message and keeps its row until it succeeds', async () => {
  const service = await createOrderService()
  const connections = await service.connect()
  let stage: 'business' | 'system' | 'fine' = 'business'
  const runs: number[] = []
  await service.start(
    async (order, context) => {
      runs.push(context.run)
      if (stage === 'business') throw new CouponExhausted('none left')
      if (stage === 'system') {
        stage = 'fine'
        throw new InventoryTimeout('slow')
      }
      await writeEffect(order, context)
    },
    { connections },
  )
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('parked') === 1, { what: 'the message is parked' })
  stage = 'system'
  const [row] = await service.failures()
  await replayParked({ ...connections, id: row?.id ?? '' })
  await waitFor(() => service.count('processed') === 1, { what: 'the replay succeeds at last' })
  expect(runs).toEqual([1, 1, 2])
  expect(await service.failures()).toMatchObject([{ state: 'resolved' }])
})

test('a replay tool that dies between its mark and its publish hides nothing', async () => {
  const service = await createOrderService()
  const connections = await service.connect()
  await service.start(wantsTen, { connections })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('parked') === 1, { what: 'the message is parked' })
  const [row] = await service.failures()
  // The queue is gone for a moment: the tool has marked the row and cannot publish.
  const gone = { ...connections, broker: (await service.connect()).broker }
  await gone.broker.close()
  await expect(replayParked({ ...gone, id: row?.id ?? '' })).rejects.toThrow()
  const [marked] = await service.failures()
  expect(marked).toMatchObject({ state: 'parked' })
  await replayParked({ ...connections, id: row?.id ?? '', payload: { orderId: 'o-1', amount: 20 } })
  await waitFor(() => service.count('processed') === 1, { what: 'the second try' })
})

test('a mismatch whose key was processed cannot be replayed, and the tool says so', async () => {
  const service = await createOrderService()
  const connections = await service.connect()
  await service.start(writeEffect, { connections })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('processed') === 1, { what: 'the first' })
  await service.publish({ orderId: 'o-1', amount: 6 })
  await waitFor(() => service.count('parked') === 1, { what: 'the mismatch' })
  const [row] = await service.failures()
  await expect(replayParked({ ...connections, id: row?.id ?? '' })).rejects.toMatchObject({ code: 'replay-impossible' })
})

test('a republish after used-up attempts that fails again stays one row and is absorbed when `onRepublish` says so', async () => {
  const service = await createOrderService()
  let runs = 0
  await service.start(
    async () => {
      runs += 1
      throw new InventoryTimeout('down')
    },
    { group: { onRepublish: 'absorb' }, queue: { retry: { attempts: 1, delaysMs: [100] } } },
  )
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('parked') === 1, { what: 'the message is parked' })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('duplicate') === 1, { what: 'the republish is absorbed' })
  expect(runs).toBe(1)
  expect(await service.failures()).toMatchObject([{ seen: 2, state: 'parked' }])
})
