import { expect, test } from 'vitest'
import { DeclaredError } from '../../templates/runtime/errors.js'
import { createOrderService, writeEffect } from '../support/order-service.js'
import { waitFor } from '../support/wait-for.js'

class CouponExhausted extends DeclaredError {
  readonly code = 'CouponExhausted'
}
class InventoryTimeout extends DeclaredError {
  readonly code = 'InventoryTimeout'
}

test('a message published four times has one effect', async () => {
  const service = await createOrderService()
  await service.start(writeEffect)
  for (let i = 0; i < 4; i += 1) await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('duplicate') === 3, { what: 'three duplicates' })
  await service.settled()
  expect(await service.effects()).toEqual([{ order_id: 'o-1', amount: 5 }])
  expect(await service.records()).toEqual([{ dedup_key: 'ORDER_PAID:o-1', status: 'SUCCEEDED' }])
})

test('a republish with a new timestamp is a duplicate, not a mismatch', async () => {
  const service = await createOrderService()
  await service.start(writeEffect)
  await service.publish({ orderId: 'o-1', amount: 5, paidAt: '2026-01-01T00:00:00Z' })
  await service.publish({ orderId: 'o-1', amount: 5, paidAt: '2026-01-02T00:00:00Z' })
  await waitFor(() => service.count('duplicate') === 1, { what: 'the duplicate' })
  expect(await service.failures()).toEqual([])
})

test('the same key with another payload is parked as a mismatch and its record stays', async () => {
  const service = await createOrderService()
  await service.start(writeEffect)
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('processed') === 1, { what: 'the first message' })
  await service.publish({ orderId: 'o-1', amount: 6 })
  await waitFor(() => service.count('parked') === 1, { what: 'the mismatch is parked' })
  expect(await service.effects()).toEqual([{ order_id: 'o-1', amount: 5 }])
  expect(await service.records()).toEqual([{ dedup_key: 'ORDER_PAID:o-1', status: 'SUCCEEDED' }])
  expect(await service.failures()).toMatchObject([{ class: 'mismatch', state: 'parked', dedup_key: 'ORDER_PAID:o-1' }])
})

test('`onMismatch: skip` acknowledges another payload without a row', async () => {
  const service = await createOrderService()
  await service.start(writeEffect, { group: { onMismatch: 'skip' } })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('processed') === 1, { what: 'the first message' })
  await service.publish({ orderId: 'o-1', amount: 6 })
  await waitFor(() => service.count('mismatch-skipped') === 1, { what: 'the mismatch is skipped' })
  await service.settled()
  expect(await service.failures()).toEqual([])
})

test('a business error parks at once, undoes the effect and absorbs later copies', async () => {
  const service = await createOrderService()
  let runs = 0
  await service.start(async (order, context) => {
    runs += 1
    await writeEffect(order, context)
    throw new CouponExhausted('none left')
  })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('parked') === 1, { what: 'the message is parked' })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('duplicate') === 1, { what: 'the copy is absorbed' })
  expect(runs).toBe(1)
  expect(await service.effects()).toEqual([])
  expect(await service.records()).toEqual([{ dedup_key: 'ORDER_PAID:o-1', status: 'FAILED' }])
  expect(await service.failures()).toMatchObject([{ class: 'business', code: 'CouponExhausted', seen: 2, runs: 1 }])
})

test('a system error is retried with delays and succeeds', async () => {
  const service = await createOrderService()
  const runs: number[] = []
  await service.start(async (order, context) => {
    runs.push(context.run)
    await writeEffect(order, context)
    if (context.run < 3) throw new InventoryTimeout('try later')
  })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('processed') === 1, { what: 'the third run' })
  await service.settled()
  expect(runs).toEqual([1, 2, 3])
  expect(await service.effects()).toEqual([{ order_id: 'o-1', amount: 5 }])
})

test('used-up attempts park the message with its reason', async () => {
  const service = await createOrderService()
  const runs: number[] = []
  await service.start(async (_order, context) => {
    runs.push(context.run)
    throw new InventoryTimeout('still down')
  })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('parked') === 1, { what: 'the message is parked' })
  await service.settled()
  expect(runs).toEqual([1, 2, 3])
  expect(await service.failures()).toMatchObject([
    { class: 'attempts-exhausted', code: 'InventoryTimeout', runs: 3, state: 'parked' },
  ])
})

test('a fresh publication after used-up attempts runs again and resolves the parked row', async () => {
  const service = await createOrderService()
  let broken = true
  await service.start(async (order, context) => {
    if (broken) throw new InventoryTimeout('down')
    await writeEffect(order, context)
  })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('parked') === 1, { what: 'the message is parked' })
  broken = false
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('processed') === 1, { what: 'the republished message' })
  expect(await service.effects()).toEqual([{ order_id: 'o-1', amount: 5 }])
  expect(await service.records()).toEqual([{ dedup_key: 'ORDER_PAID:o-1', status: 'SUCCEEDED' }])
  expect(await service.failures()).toMatchObject([{ state: 'resolved' }])
})

test('a poison body with NUL bytes is parked and opens no breaker', async () => {
  const service = await createOrderService()
  await service.start(writeEffect)
  const body = Buffer.from('{"orderId":"o-1\0", not json \0\0')
  await service.send(body, { messageId: 'm\0-1', headers: { note: 'a\0b' } })
  await waitFor(() => service.count('parked') === 1, { what: 'the poison is parked' })
  await service.settled()
  expect(await service.failures()).toMatchObject([{ class: 'poison', body, dedup_key: null, state: 'parked' }])
  expect(service.count('breaker-opened')).toBe(0)
})

test('a key that holds NUL is a key like any other', async () => {
  const service = await createOrderService()
  await service.start(async () => {
    throw new CouponExhausted('with a \0 in it')
  })
  await service.publish({ orderId: 'a\0b', amount: 1 })
  await waitFor(() => service.count('parked') === 1, { what: 'the message is parked' })
  expect(await service.failures()).toMatchObject([{ class: 'business', dedup_key: 'ORDER_PAID:a%00b' }])
})

test('a missing key header does not matter, a wrong one is counted and the computed key wins', async () => {
  const service = await createOrderService()
  await service.start(writeEffect)
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('processed') === 1, { what: 'the message without a header' })
  expect(service.count('key-header-differs')).toBe(0)
  await service.publish({ orderId: 'o-1', amount: 5 }, { headers: { businessKey: 'ORDER_PAID:o-2' } })
  await waitFor(() => service.count('duplicate') === 1, { what: 'the message with a wrong header' })
  expect(service.count('key-header-differs')).toBe(1)
  expect(await service.effects()).toHaveLength(1)
})

test('`keyHeader: park` parks a message whose header names another key', async () => {
  const service = await createOrderService()
  await service.start(writeEffect, { group: { keyHeader: 'park' } })
  await service.publish({ orderId: 'o-1', amount: 5 }, { headers: { businessKey: 'ORDER_PAID:o-2' } })
  await waitFor(() => service.count('parked') === 1, { what: 'the message is parked' })
  expect(await service.failures()).toMatchObject([{ class: 'poison', code: 'key-header-differs' }])
  expect(await service.effects()).toEqual([])
})
