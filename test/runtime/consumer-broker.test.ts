import type { Channel, ConsumeMessage } from 'amqplib'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { DeclaredError } from '../../templates/runtime/errors.js'
import { createOrderService, writeEffect } from '../support/order-service.js'
import { startProxy } from '../support/proxy.js'
import { waitFor } from '../support/wait-for.js'

class InventoryTimeout extends DeclaredError {
  readonly code = 'InventoryTimeout'
}

test('an ack after the channel was reopened is dropped, and no other message is acknowledged by it', async () => {
  const service = await createOrderService()
  const amqp = new URL(inject('amqpUrl'))
  const proxy = await startProxy({ host: amqp.hostname, port: Number(amqp.port || 5672) })
  const started: string[] = []
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const consumer = await service.start(
    async (order, context) => {
      started.push(order.orderId)
      await writeEffect(order, context)
      if (order.orderId === 'late') await held
      if (order.orderId === 'other') await new Promise(() => {})
    },
    { amqpUrl: proxy.urlVia(inject('amqpUrl')) },
  )
  // Its tag is gone with it, so that the tags of the two behind it are others on the next channel.
  await service.publish({ orderId: 'first', amount: 1 })
  await waitFor(() => service.count('processed') === 1, { what: 'the first is acknowledged' })
  for (const orderId of ['late', 'other']) await service.publish({ orderId, amount: 1 })
  await waitFor(() => started.length === 3, { what: 'both run' })
  proxy.cut()
  await waitFor(() => service.count('received') === 5, { what: 'both are delivered again', deadlineMs: 20_000 })
  release()
  await waitFor(() => service.count('ack-lost') === 1, { what: 'the late ack is dropped' })
  await waitFor(() => service.count('duplicate') === 1, { what: 'the redelivery is a duplicate' })
  // What was not acknowledged returns; the tag that the late ack had is by now that of the other message.
  await consumer.stop({ deadlineMs: 0 })
  expect((await service.raw.channel.checkQueue(service.queue)).messageCount).toBe(1)
  const effects = (await service.effects()).map((effect) => effect.order_id)
  expect(effects).toEqual(['first', 'late'])
  await proxy.close()
})

test('a delayed copy drops userId, CC and expiration and keeps what belongs to the message', async () => {
  const service = await createOrderService()
  const seen: unknown[] = []
  const delayMs = 1_500
  const delayQueue = service.names.name(`marketing.retry.${delayMs}`)
  await service.start(
    async (order, context) => {
      if (context.run === 1) throw new InventoryTimeout('once')
      seen.push({ messageId: context.messageId, headers: context.headers, run: context.run })
      await writeEffect(order, context)
    },
    { queue: { retry: { attempts: 3, delaysMs: [delayMs] } } },
  )
  const other = service.names.name('other')
  await service.raw.channel.assertQueue(other, { durable: true })
  await service.publish(
    { orderId: 'o-1', amount: 5 },
    { messageId: 'm-1', userId: 'guest', expiration: '60000', CC: [other], headers: { tenant: 't-1' } },
  )
  const copy = await waitFor(() => service.raw.channel.get(delayQueue), { what: 'the copy waits', intervalMs: 5 })
  expect(copy.properties).toMatchObject({ messageId: 'm-1', userId: undefined, expiration: undefined, deliveryMode: 2 })
  expect(copy.properties.headers).toMatchObject({ tenant: 't-1', 'idemgen-run': 2 })
  expect(copy.properties.headers).not.toHaveProperty('CC')
  service.raw.channel.nack(copy)
  await waitFor(() => service.count('processed') === 1, { what: 'the second run' })
  expect(seen).toEqual([{ messageId: 'm-1', headers: { tenant: 't-1' }, run: 2 }])
  await service.settled()
})

test('a delay queue that was deleted is declared again, and the message is not lost', async () => {
  const service = await createOrderService()
  let fail = true
  await service.start(async (order, context) => {
    if (fail) {
      await service.raw.channel.deleteQueue(`${service.queue}.retry.100`)
      fail = false
      throw new InventoryTimeout('once')
    }
    await writeEffect(order, context)
  })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('processed') === 1, { what: 'the retry', deadlineMs: 15_000 })
  expect(await service.effects()).toEqual([{ order_id: 'o-1', amount: 5 }])
})

test('a channel that the server closes is opened again', async () => {
  const service = await createOrderService()
  const prototype: Channel = Object.getPrototypeOf(Object.getPrototypeOf(service.raw.channel))
  const consume = vi.spyOn(prototype, 'consume')
  onTestFinished(() => consume.mockRestore())
  let held = true
  const consumer = await service.start(async (order, context) => {
    await waitFor(() => !held, { what: 'the channel is closed' })
    await writeEffect(order, context)
  })
  await service.publish({ orderId: 'o-1', amount: 1 })
  await waitFor(() => service.count('in-flight') === 1, { what: 'the handler runs' })
  // An ack for a tag that the channel does not know: the server closes it with 406.
  const [channel] = consume.mock.contexts as Channel[]
  channel?.ack({ fields: { deliveryTag: 99 } } as ConsumeMessage)
  await waitFor(() => !consumer.ready, { what: 'it is not ready while it cannot consume', intervalMs: 1 })
  held = false
  await waitFor(() => consumer.ready, { what: 'ready again', deadlineMs: 15_000 })
  await waitFor(() => service.count('duplicate') === 1, { what: 'the message comes again' })
  await service.publish({ orderId: 'o-2', amount: 2 })
  await waitFor(() => service.count('processed') === 2, { what: 'the second message' })
  expect(await service.effects()).toHaveLength(2)
})

test('a queue that is deleted is declared again, with all that belongs to it', async () => {
  const service = await createOrderService()
  const consumer = await service.start(writeEffect)
  for (const suffix of ['.dead', '.retry.100', '']) await service.raw.channel.deleteQueue(`${service.queue}${suffix}`)
  await waitFor(() => service.count('connection') >= 6 && consumer.ready, { what: 'ready again', deadlineMs: 15_000 })
  await service.publish({ orderId: 'o-1', amount: 1 })
  await waitFor(() => service.count('processed') === 1, { what: 'a message' })
  await service.raw.channel.checkQueue(`${service.queue}.retry.100`)
})

test('a message that the broker dead-letters is parked as such', async () => {
  const service = await createOrderService()
  const consumer = await service.start(writeEffect)
  await consumer.stop()
  await service.publish({ orderId: 'o-1', amount: 5 }, { expiration: '1' })
  await waitFor(async () => (await service.raw.channel.checkQueue(`${service.queue}.dead`)).messageCount === 1, {
    what: 'the message is dead-lettered',
  })
  await service.start(writeEffect)
  await waitFor(() => service.count('parked') === 1, { what: 'the dead letter is parked' })
  expect(await service.failures()).toMatchObject([
    { class: 'delivery-limit', code: 'expired', exchange: service.exchange, routing_key: 'order.paid' },
  ])
})

test('stop hands back what has not started and finishes what has', async () => {
  const service = await createOrderService()
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const consumer = await service.start(
    async (order, context) => {
      await writeEffect(order, context)
      await held
    },
    { queue: { concurrency: 1, prefetch: 4 } },
  )
  for (const orderId of ['o-1', 'o-2', 'o-3']) await service.publish({ orderId, amount: 1 })
  await waitFor(() => service.count('received') === 3, { what: 'all are delivered' })
  const stopped = consumer.stop()
  await waitFor(async () => (await service.raw.channel.checkQueue(service.queue)).messageCount === 2, {
    what: 'two are handed back',
  })
  release()
  await stopped
  expect(await service.effects()).toHaveLength(1)
  expect((await service.raw.channel.checkQueue(service.queue)).messageCount).toBe(2)
  expect(consumer.ready).toBe(false)
})
