import { expect, inject, test } from 'vitest'
import { startChild, type TestChild } from '../support/child.js'
import { createOrderService, type OrderService } from '../support/order-service.js'
import { waitFor } from '../support/wait-for.js'

interface ChildSettings {
  readonly prefetch: number
  readonly concurrency: number
  readonly delayMs: number
}

test('a message that kills its process is parked, and its innocent neighbours are processed', async () => {
  const service = await createOrderService()
  const innocents = ['a', 'b', 'c', 'd', 'e', 'f']
  const first = await startConsumer(service, { prefetch: 8, concurrency: 4, delayMs: 100 })
  await first.kill()
  await service.publish({ orderId: 'killer', amount: 1, kill: true })
  for (const orderId of innocents) await service.publish({ orderId, amount: 1 })

  let deaths = 0
  await waitFor(
    async () => {
      const child = await startConsumer(service, { prefetch: 8, concurrency: 4, delayMs: 100 })
      const ended = await Promise.race([
        child.exited.then(() => 'died' as const),
        waitFor(async () => (await service.failures()).length === 1, {
          what: 'the killer is parked',
          deadlineMs: 8_000,
        })
          .then(() => 'parked' as const)
          .catch(() => 'quiet' as const),
      ])
      if (ended === 'died') deaths += 1
      else await child.kill('SIGTERM')
      return ended === 'parked'
    },
    { what: 'the killer is parked', deadlineMs: 100_000 },
  )
  const last = await startConsumer(service, { prefetch: 8, concurrency: 4, delayMs: 100 })
  await waitFor(async () => (await service.effects()).length === innocents.length, { what: 'the neighbours' })
  await last.kill('SIGTERM')
  expect((await service.effects()).map((effect) => effect.order_id)).toEqual(innocents)
  expect(await service.failures()).toMatchObject([{ class: 'crash-loop', dedup_key: 'ORDER_PAID:killer' }])
  expect(deaths).toBeGreaterThanOrEqual(6)
}, 120_000)

test('SIGTERM under load: nothing that was drained runs again', async () => {
  const service = await createOrderService()
  // Slow enough that stopping without draining would cut something off.
  const settings = { prefetch: 20, concurrency: 4, delayMs: 200 }
  const first = await startConsumer(service, settings)
  const published = 60
  for (let i = 0; i < published; i += 1) await service.publish({ orderId: `o-${i}`, amount: i })
  await waitFor(() => first.messages.some((message) => kindOf(message) === 'processed'), { what: 'work is under way' })
  const exit = await first.kill('SIGTERM')
  expect(exit).toEqual({ code: 0, signal: null })
  const drained = first.messages.filter((message) => kindOf(message) === 'processed').length
  expect(drained).toBeLessThan(published)
  const started = first.messages.filter((message) => kindOf(message) === 'started').length
  expect(drained, 'what had started was finished').toBe(started)

  const second = await startConsumer(service, settings)
  await waitFor(async () => (await service.effects()).length === published, { what: 'the rest', deadlineMs: 20_000 })
  await second.kill('SIGTERM')
  const duplicates = second.messages.filter((message) => kindOf(message) === 'duplicate').length
  expect(duplicates, 'a drained message came again').toBe(0)
  expect(await service.failures()).toEqual([])
}, 60_000)

async function startConsumer(service: OrderService, settings: ChildSettings): Promise<TestChild> {
  const options = {
    ...settings,
    amqpUrl: inject('amqpUrl'),
    databaseUrl: service.database.url,
    exchange: service.exchange,
    queue: service.queue,
  }
  const child = await startChild({ entry: 'test/support/consumer-process.ts', args: [JSON.stringify(options)] })
  await child.waitForMessage((message): message is object => kindOf(message) === 'ready').catch(() => {})
  return child
}

function kindOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'kind' in message ? message.kind : undefined
}
