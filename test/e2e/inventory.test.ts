import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { TestNames } from '../support/broker.js'
import { createEmittedService } from '../support/emitted-service.js'
import { waitFor } from '../support/wait-for.js'

const spec = readFileSync(new URL('../../specs/inventory.yaml', import.meta.url), 'utf8')
const defaultDelays = [1_000, 5_000, 30_000, 120_000, 600_000]

/** The shipped document with the queue and the exchange of a test. */
function inventory(names: TestNames): string {
  const owned = spec
    .replace('queue: { name: inventory.requests,', `queue: { name: ${names.queue('inventory', defaultDelays)},`)
    .replace('name: inventory.event.exchange', `name: ${names.name('events')}`)
  expect(owned.match(new RegExp(names.name(''), 'g'))).toHaveLength(2)
  return owned
}

test('a document of AsyncAPI 2.6: two requests on one queue are told apart and done once, and a change is sent', async () => {
  const service = await createEmittedService(inventory)
  const { raw, names } = service
  const done: string[] = []
  await service.start('Inventory', {
    async onStockReservationRequested(_, { businessKey }) {
      done.push(businessKey)
    },
    async onStockReleaseRequested(_, { businessKey }) {
      done.push(businessKey)
    },
  })
  const request = (type: string, body: object) => {
    const requestedAt = new Date().toISOString()
    raw.channel.sendToQueue(names.name('inventory'), Buffer.from(JSON.stringify({ ...body, requestedAt })), { type })
  }
  const reservation = {
    reservationId: 'r-1',
    warehouseId: 'north-1',
    orderId: 'o-1',
    lines: [{ sku: 'B', quantity: 2 }],
  }
  for (const _ of [1, 2, 3]) request('STOCK_RESERVATION_REQUESTED', reservation)
  request('STOCK_RELEASE_REQUESTED', { reservationId: 'r-1', reason: 'cancelled' })
  await waitFor(() => service.count('processed') === 2 && service.count('duplicate') === 2, { what: 'all requests' })
  expect(done.toSorted()).toEqual(['STOCK_RELEASE_REQUESTED:r-1', 'STOCK_RESERVATION_REQUESTED:north-1:r-1'])

  const publishers = await service.publishers()
  const { queue } = await raw.channel.assertQueue(names.queue('levels'), { durable: false })
  await raw.channel.bindQueue(queue, names.name('events'), 'stock.*.changed')
  const level = { sku: 'B', revision: 7, available: 0, changedAt: new Date().toISOString() }
  await publishers.stockLevelChanged?.publish(level, { parameters: { warehouseId: 'north-1' } })
  const sent = await waitFor(() => raw.channel.get(queue, { noAck: true }), { what: 'the change' })
  expect(sent && { key: sent.fields.routingKey, ...sent.properties.headers }).toMatchObject({
    key: 'stock.north-1.changed',
    businessKey: 'STOCK_LEVEL_CHANGED:north-1:B:7',
  })
})
