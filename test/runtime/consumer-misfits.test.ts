import { expect, test } from 'vitest'
import { DeclaredError } from '../../templates/runtime/errors.js'
import { replayParked } from '../../templates/runtime/replay.js'
import { createOrderService, type OrderHandler, writeEffect } from '../support/order-service.js'
import { waitFor } from '../support/wait-for.js'

class CouponExhausted extends DeclaredError {
  readonly code = 'CouponExhausted'
}

const wantsTen: OrderHandler = async (order, context) => {
  await writeEffect(order, context)
  if (order.amount < 10) throw new CouponExhausted('too little')
}

test('a replay whose payload has another business key does not run, and its row says so', async () => {
  const service = await createOrderService()
  const connections = await service.connect()
  await service.start(wantsTen, { connections })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('parked') === 1, { what: 'the message is parked' })
  const [row] = await service.failures()
  await replayParked({ ...connections, id: row?.id ?? '', payload: { orderId: 'o-2', amount: 20 } })
  await waitFor(() => service.count('parked') === 2, { what: 'the replay is refused' })
  await service.settled()
  expect(await service.effects()).toEqual([])
  expect(await service.records()).toEqual([{ dedup_key: 'ORDER_PAID:o-1', status: 'FAILED' }])
  expect(await service.failures()).toMatchObject([
    {
      id: row?.id,
      state: 'parked',
      class: 'business',
      // What it was parked for is still to be mended.
      code: 'CouponExhausted',
      message: expect.stringMatching(/^too little\nthe last replay did not run: replay-key-differs: .*ORDER_PAID:o-2/),
      seen: 2,
      dedup_key: 'ORDER_PAID:o-1',
    },
  ])
})

test('a replay whose payload does not fit the schema keeps its one row', async () => {
  const service = await createOrderService()
  const connections = await service.connect()
  await service.start(wantsTen, { connections })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('parked') === 1, { what: 'the message is parked' })
  const [row] = await service.failures()
  await replayParked({ ...connections, id: row?.id ?? '', payload: { orderId: 'o-1', amount: 'twenty' } })
  await waitFor(() => service.count('parked') === 2, { what: 'the replay is refused' })
  expect(await service.failures()).toMatchObject([
    {
      id: row?.id,
      state: 'parked',
      code: 'CouponExhausted',
      message: expect.stringContaining('the last replay did not run: payload-invalid: '),
      seen: 2,
    },
  ])
  // What is told about a parked message is enough to replay it.
  expect(service.events.filter((event) => event.kind === 'parked')).toMatchObject([
    { id: row?.id, eventType: 'ORDER_PAID', code: 'CouponExhausted' },
    { id: row?.id, code: 'payload-invalid' },
  ])
})

test('a poison message is mended by a replay with a payload that can be read', async () => {
  const service = await createOrderService()
  const connections = await service.connect()
  await service.start(wantsTen, { connections })
  await service.send(Buffer.from('not json'))
  await waitFor(() => service.count('parked') === 1, { what: 'the poison is parked' })
  const [row] = await service.failures()
  await replayParked({ ...connections, id: row?.id ?? '', payload: { orderId: 'o-1', amount: 20 } })
  await waitFor(() => service.count('processed') === 1, { what: 'the correction is processed' })
  expect(await service.effects()).toEqual([{ order_id: 'o-1', amount: 20 }])
  expect(await service.failures()).toMatchObject([{ id: row?.id, state: 'resolved' }])
})

test('each failed run is logged with its error, so that a retried failure does not stay hidden', async () => {
  const service = await createOrderService()
  const warned: object[] = []
  const log = { info: () => {}, warn: (fields: object) => void warned.push(fields), error: () => {} }
  const broken = new TypeError('cannot read what is not there')
  await service.start(() => Promise.reject(broken), { log, queue: { retry: { attempts: 2, delaysMs: [100] } } })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('parked') === 1, { what: 'the message is parked' })
  expect(warned.filter((fields) => 'error' in fields)).toMatchObject([
    { code: 'TypeError', run: 1, error: broken, eventType: 'ORDER_PAID' },
    { code: 'TypeError', run: 2, error: broken, eventType: 'ORDER_PAID' },
  ])
  expect(service.events.filter((event) => event.kind === 'retried')).toMatchObject([{ code: 'TypeError', run: 2 }])
})
