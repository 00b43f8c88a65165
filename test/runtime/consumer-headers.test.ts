import { expect, test } from 'vitest'
import { DeclaredError } from '../../templates/runtime/errors.js'
import { replayParked } from '../../templates/runtime/replay.js'
import { createOrderService, type OrderHandler } from '../support/order-service.js'
import { waitFor } from '../support/wait-for.js'

class CouponExhausted extends DeclaredError {
  readonly code = 'CouponExhausted'
}

test('headers of the application reach every run, also those whose names start with x-', async () => {
  const service = await createOrderService()
  const connections = await service.connect()
  const seen: unknown[] = []
  const fail: OrderHandler = async (_order, { headers, run }) => {
    seen.push(headers)
    if (seen.length < 3) throw run === 1 ? new Error('not yet') : new CouponExhausted('none left')
  }
  await service.start(fail, { connections, queue: { retry: { attempts: 3, delaysMs: [50] } } })
  const headers = { 'x-tenant': 't-1', 'x-request-id': 'r-1', tenant: 't-2' }
  await service.publish({ orderId: 'o-1', amount: 5 }, { headers })
  await waitFor(() => service.count('parked') === 1, { what: 'the second run parks' })
  const [row] = await service.failures()
  await replayParked({ ...connections, id: row?.id ?? '' })
  await waitFor(() => service.count('processed') === 1, { what: 'the replay' })
  expect(seen).toEqual([headers, headers, headers])
})

test('poison with equal bodies that says something else is parked apart, and a repeat of it is not', async () => {
  const service = await createOrderService()
  await service.start(async () => {})
  const body = Buffer.from('{"claimNumber":77}')
  await service.send(body, { headers: { eventType: 'claimReopened' }, messageId: 'm-1' })
  await service.send(body, { headers: { eventType: 'claimArchived' }, messageId: 'm-2' })
  await service.send(body, { headers: { eventType: 'claimArchived', tenant: 't-1' }, messageId: 'm-3' })
  await service.send(body, { headers: { eventType: 'claimReopened' }, messageId: 'm-4' })
  await waitFor(() => service.count('parked') === 4, { what: 'all are parked' })
  const rows = await service.failures()
  expect(rows.map(({ seen }) => seen).sort()).toEqual([1, 1, 2])
  expect(rows).toMatchObject(rows.map(() => ({ class: 'poison', body, dedup_key: null })))
})
