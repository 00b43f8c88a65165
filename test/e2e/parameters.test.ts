import { expect, test } from 'vitest'
import type { TestNames } from '../support/broker.js'
import { type AnyContext, createEmittedService } from '../support/emitted-service.js'
import { waitFor } from '../support/wait-for.js'

const delays = [100]

function stockSpec(names: TestNames): string {
  return `
asyncapi: 3.0.0
info: { title: Stock, version: 1.0.0 }
channels:
  stockMoved:
    address: stock.{region}.{depot}.{kind}
    parameters:
      region: { enum: [eu, us] }
      depot: { location: "$message.payload#/depot" }
      kind: { default: in }
    messages: { StockMoved: { $ref: "#/components/messages/StockMoved" } }
    bindings: { amqp: { is: routingKey, exchange: { name: ${names.name('stock')}, type: topic } } }
    x-idempotency:
      businessKey: [moveId, $parameter.region]
      consumers:
        depots:
          queue: ${names.queue('depots', delays)}
          retry: { attempts: 2, delays: [100ms] }
          bindTo:
            - {}
            - { exchange: ${names.name('legacy')}, routingKey: "old.{region}.{depot}" }
components:
  messages:
    StockMoved:
      payload:
        type: object
        required: [moveId, depot]
        properties: { moveId: { type: string }, depot: { type: string }, weight: { type: integer } }
`
}

test('a handler is told the parameters of the routing key, the same on the first run, a retry and a replay', async () => {
  const service = await createEmittedService(stockSpec)
  await service.raw.channel.assertExchange(service.names.name('legacy'), 'topic')
  const seen: object[] = []
  let isWell = false
  await service.start('Depots', {
    async onStockMoved(_, { parameters, run, businessKey }: AnyContext) {
      seen.push({ parameters, run, businessKey })
      if (!isWell) throw new Error('down')
    },
  })
  const { stockMoved } = await service.publishers()
  await stockMoved?.publish({ moveId: 'm-1', depot: 'north' }, { parameters: { region: 'eu' } })
  await waitFor(() => service.count('parked') === 1, { what: 'the runs are used up' })
  isWell = true
  const { rows } = await service.database.pool.query('select id, routing_key from idempotency.idempotent_failure')
  await service.replay(String(rows[0]?.id))
  await waitFor(() => service.count('processed') === 1, { what: 'the replay' })
  const parameters = { region: 'eu', depot: 'north', kind: 'in' }
  const businessKey = 'StockMoved:m-1:eu'
  expect(seen).toEqual([1, 2, 1].map((run) => ({ parameters, run, businessKey })))
})

test('a second binding with a pattern of its own says the parameters that it has', async () => {
  const service = await createEmittedService(stockSpec)
  const legacy = service.names.name('legacy')
  await service.raw.channel.assertExchange(legacy, 'topic')
  const seen: object[] = []
  await service.start('Depots', {
    async onStockMoved(_, { parameters }: AnyContext) {
      seen.push(parameters)
    },
  })
  service.raw.channel.publish(legacy, 'old.us.south', Buffer.from('{"moveId":"m-1","depot":"south"}'))
  service.raw.channel.publish(legacy, 'old.asia.south', Buffer.from('{"moveId":"m-2","depot":"south"}'))
  await service.raw.channel.waitForConfirms()
  await waitFor(() => service.count('processed') + service.count('parked') === 2, { what: 'both' })
  expect(seen).toEqual([{ region: 'us', depot: 'south' }])
  const { rows } = await service.database.pool.query('select code, message from idempotency.idempotent_failure')
  expect(rows).toEqual([{ code: 'parameter-not-allowed', message: 'the parameter "region" is not one of eu, us' }])
})

test('publish takes a parameter from the payload or its default, and refuses what does not fit', async () => {
  const service = await createEmittedService(stockSpec)
  const queue = service.names.name('spy')
  const { stockMoved } = await service.publishers()
  await service.raw.channel.assertQueue(queue)
  await service.raw.channel.bindQueue(queue, service.names.name('stock'), '#')
  const publish = (payload: object, parameters: object) => stockMoved?.publish(payload, { parameters })
  const moved = { moveId: 'm-1', depot: 'north' }
  await publish(moved, { region: 'eu', kind: 'out', depot: 'north' })
  await publish(moved, { region: 'us' })
  const refused = { name: 'InvalidMessageError' }
  await expect(publish(moved, { region: 'asia' })).rejects.toMatchObject({ ...refused, code: 'parameter-not-allowed' })
  await expect(publish(moved, { region: 'eu', depot: 'south' })).rejects.toMatchObject({
    ...refused,
    code: 'parameter-differs',
    message: 'the parameter "depot" is not what the message holds at depot',
  })
  await expect(publish(moved, {})).rejects.toMatchObject({ ...refused, code: 'parameter-missing' })
  await expect(publish({ moveId: 'm-1', depot: 'a.b' }, { region: 'eu' })).rejects.toMatchObject({
    ...refused,
    code: 'parameter-not-a-word',
  })
  const keys: string[] = []
  for (let got = await service.raw.channel.get(queue); got !== false; got = await service.raw.channel.get(queue)) {
    keys.push(got.fields.routingKey)
  }
  expect(keys).toEqual(['stock.eu.north.out', 'stock.us.north.in'])
})
