import { expect, inject, onTestFinished, test } from 'vitest'
import { connectBroker } from '../../templates/runtime/broker.js'
import { pgDatabase } from '../../templates/runtime/database.js'
import { type Connections, createOrderService, type OrderService, writeEffect } from '../support/order-service.js'
import { waitFor } from '../support/wait-for.js'

const flood = 1_500
/** As an impatient pool has it; with the default the floods would have to be ten times as large. */
const connectionTimeoutMillis = 500

test('some thousand messages that come again after a crash are taken in together and open no breaker', async () => {
  const service = await createOrderService()
  const first = await service.start(() => new Promise(() => {}), { queue: { prefetch: flood } })
  for (let i = 0; i < flood; i += 1) {
    const order = { orderId: `o-${i}`, amount: 1 }
    service.raw.channel.publish(service.exchange, 'order.paid', Buffer.from(JSON.stringify(order)))
  }
  await service.raw.channel.waitForConfirms()
  await waitFor(() => service.count('received') === flood, { what: 'all are delivered' })
  await first.stop({ deadlineMs: 0 })

  await service.start(writeEffect, { queue: { prefetch: flood }, connections: await impatient(service) })
  await waitFor(() => service.count('processed') === flood, { what: 'all are processed', deadlineMs: 30_000 })
  expect(service.count('breaker-opened')).toBe(0)
  expect(service.count('retried')).toBe(0)
  expect(await service.effects()).toHaveLength(flood)
})

test('a flood of poison is parked, and opens no breaker', async () => {
  const service = await createOrderService()
  await service.start(writeEffect, { queue: { prefetch: flood }, connections: await impatient(service) })
  for (let i = 0; i < flood; i += 1) service.raw.channel.sendToQueue(service.queue, Buffer.from(`poison ${i}`))
  await service.raw.channel.waitForConfirms()
  await waitFor(() => service.count('parked') === flood, { what: 'all are parked', deadlineMs: 30_000 })
  expect(service.count('breaker-opened')).toBe(0)
  expect(service.count('retried')).toBe(0)
  await service.publish({ orderId: 'o-1', amount: 1 })
  await waitFor(() => service.count('processed') === 1, { what: 'a good message' })
})

test('a body of five megabytes is a body, and its failure is kept whole', async () => {
  const service = await createOrderService()
  const note = 'x'.repeat(5 * 2 ** 20)
  await service.start(
    async (order, context) => {
      if (context.run === 1) throw new Error('once')
      if (order.orderId === 'fails') throw new Error(note)
      await writeEffect(order, context)
    },
    { queue: { retry: { attempts: 2, delaysMs: [100] } } },
  )
  for (const orderId of ['fits', 'fails']) await service.publish({ orderId, amount: 1, note })
  await waitFor(() => service.count('processed') === 1 && service.count('parked') === 1, { what: 'both' })
  const [failure] = await service.failures()
  expect(failure?.body?.length).toBeGreaterThan(note.length)
})

async function impatient(service: OrderService): Promise<Connections> {
  const broker = await connectBroker({ url: inject('amqpUrl') })
  const database = pgDatabase({ connectionString: service.database.url, connectionTimeoutMillis })
  onTestFinished(async () => {
    await broker.close()
    await database.close()
  })
  return { broker, database }
}
