import { expect, test } from 'vitest'
import type { TestNames } from '../support/broker.js'
import { queueState } from '../support/broker.js'
import { type AnyContext, createEmittedService } from '../support/emitted-service.js'
import { waitFor } from '../support/wait-for.js'

const delays = [60_000]

function spec(channels: string): string {
  return `
asyncapi: 3.0.0
info: { title: Orders, version: 1.0.0 }
channels:
${channels}
components:
  messages:
    OrderPaid:
      payload: { type: object, required: [orderId], properties: { orderId: { type: string } } }
`
}

/** A channel with one message, and a group on a queue of the same name. */
function channel(
  key: string,
  parts: {
    readonly binding: string
    readonly annotation?: string
    readonly address?: string
    readonly message?: string
  },
): string {
  const { binding, annotation = '', address, message = '' } = parts
  return `
  ${key}:
    ${address === undefined ? '' : `address: "${address}"`}
    messages: { OrderPaid: { ${message === '' ? '$ref: "#/components/messages/OrderPaid"' : message} } }
    bindings: { amqp: ${binding} }
    x-idempotency: { businessKey: [orderId], eventType: ${key}, ${annotation} }
`
}

const retry = 'retry: { attempts: 2, delays: [1m] }'
const payload = 'payload: { type: object, required: [orderId], properties: { orderId: { type: string } } }'

/** The ids of the orders that a group got. */
function collect(): { readonly got: string[]; readonly handler: (order: unknown) => Promise<void> } {
  const got: string[] = []
  return {
    got,
    async handler(order) {
      got.push((order as { readonly orderId: string }).orderId)
    },
  }
}

test('a queue with several bindings gets what any of its patterns lets through, from either exchange', async () => {
  const service = await createEmittedService((names) =>
    spec(
      channel('orders', {
        address: 'order.paid',
        binding: `{ is: routingKey, exchange: { name: ${names.name('orders')}, type: topic } }`,
        annotation: `consumers: { mail: { queue: ${names.queue('mail', delays)}, ${retry}, bindTo: [
          { routingKey: "user.*" }, { routingKey: "order.#" }, { exchange: ${names.name('direct')}, routingKey: PAID }] } }`,
      }),
    ),
  )
  const { raw, names } = service
  await raw.channel.assertExchange(names.name('direct'), 'direct')
  const { got, handler } = collect()
  await service.start('Mail', { onOrderPaid: handler })
  const send = (exchange: string, key: string) =>
    raw.channel.publish(names.name(exchange), key, Buffer.from(JSON.stringify({ orderId: `${exchange} ${key}` })))
  for (const key of ['user.paid', 'user.paid.twice', 'order', 'order.paid.twice', 'other']) send('orders', key)
  for (const key of ['PAID', 'UNPAID']) send('direct', key)
  await raw.channel.waitForConfirms()
  const expected = ['direct PAID', 'orders order', 'orders order.paid.twice', 'orders user.paid']
  await waitFor(() => got.length === expected.length, { what: 'all that a pattern lets through' })
  expect(got.toSorted()).toEqual(expected)
})

test('a publisher to a headers exchange sends the headers, and bindings match them by value, all or any', async () => {
  const service = await createEmittedService((names) =>
    spec(
      channel('orders', {
        binding: `{ is: routingKey, exchange: { name: ${names.name('orders')}, type: headers } }`,
        message: `headers: { type: object, required: [region], properties: { region: { type: string }, level: { type: integer }, rate: { type: number }, urgent: { type: boolean } } }, ${payload}`,
        annotation: `consumers: {
          every: { queue: ${names.queue('every', delays)}, ${retry}, bindTo: [{ arguments: { x-match: all, region: eu, level: 3, rate: 0.5, urgent: true } }] },
          some: { queue: ${names.queue('some', delays)}, ${retry}, bindTo: [{ arguments: { x-match: any, region: us, level: 300 } }] } }`,
      }),
    ),
  )
  const [every, some] = [collect(), collect()]
  await service.start('Every', { onOrdersOrderPaid: every.handler })
  await service.start('Some', { onOrdersOrderPaid: some.handler })
  const { ordersOrderPaid } = await service.publishers()
  const publish = (orderId: string, headers: object) => ordersOrderPaid?.publish({ orderId }, { headers })
  await publish('both', { region: 'us', level: 3 })
  await publish('exact', { region: 'eu', level: 3, rate: 0.5, urgent: true })
  await publish('level', { region: 'eu', level: 300 })
  for (const wrong of [{ level: 4 }, { rate: 0.25 }, { urgent: false }, { region: 'asia' }]) {
    const headers = { region: 'eu', level: 3, rate: 0.5, urgent: true, ...wrong }
    await expect(publish('none', headers)).rejects.toMatchObject({ name: 'UnroutableError' })
  }
  await waitFor(() => service.count('processed') === 3, { what: 'all that is bound' })
  expect({ every: every.got, some: some.got.toSorted() }).toEqual({ every: ['exact'], some: ['both', 'level'] })
})

test('a fanout exchange takes an empty routing key, and every group gets the message', async () => {
  const service = await createEmittedService((names) =>
    spec(
      channel('orders', {
        binding: `{ is: routingKey, exchange: { name: ${names.name('orders')}, type: fanout } }`,
        annotation: `consumers: { one: { queue: ${names.queue('one', delays)}, ${retry} }, two: { queue: ${names.queue('two', delays)}, ${retry} } }`,
      }),
    ),
  )
  const [one, two] = [collect(), collect()]
  await service.start('One', { onOrderPaid: one.handler })
  await service.start('Two', { onOrderPaid: two.handler })
  await (await service.publishers()).orderPaid?.publish({ orderId: 'o-1' })
  await waitFor(() => service.count('processed') === 2, { what: 'both groups' })
  expect([one.got, two.got]).toEqual([['o-1'], ['o-1']])
})

test.each(['gzip', 'deflate', 'br'])(
  'a body in %s is written and read, also on a retry and a replay',
  async (encoding) => {
    const service = await createEmittedService((names) =>
      spec(
        channel('orders', {
          address: 'order.paid',
          binding: `{ is: routingKey, exchange: { name: ${names.name('orders')}, type: topic } }`,
          message: `bindings: { amqp: { contentEncoding: ${encoding}, messageType: order.paid } }, ${payload}`,
          annotation: `consumers: { mail: { queue: ${names.queue('mail', [100])}, retry: { attempts: 2, delays: [100ms] } } }`,
        }),
      ),
    )
    const spy = service.names.name('spy')
    await service.raw.channel.assertQueue(spy)
    const runs: unknown[] = []
    let isWell = false
    await service.start('Mail', {
      async onOrdersOrderPaid(order: unknown, { run }: AnyContext) {
        runs.push([run, order])
        if (!isWell) throw new Error('down')
      },
    })
    await service.raw.channel.bindQueue(spy, service.names.name('orders'), '#')
    const order = { orderId: 'o-1' }
    await (await service.publishers()).ordersOrderPaid?.publish(order)
    await waitFor(() => service.count('parked') === 1, { what: 'the runs are used up' })
    isWell = true
    const { rows } = await service.database.pool.query('select id from idempotency.idempotent_failure')
    await service.replay(String(rows[0]?.id))
    await waitFor(() => service.count('processed') === 1, { what: 'the replay' })
    expect(runs).toEqual([1, 2, 1].map((run) => [run, order]))
    const sent = await waitFor(() => service.raw.channel.get(spy, { noAck: true }), { what: 'the message' })
    expect(sent.properties).toMatchObject({ contentEncoding: encoding, type: 'order.paid' })
    expect(sent.properties.headers).toMatchObject({ eventType: 'orders' })
    expect(sent.content.toString()).not.toBe(JSON.stringify(order))
  },
)

function owned(topology: string): (names: TestNames) => string {
  return (names) =>
    spec(
      channel('orders', {
        address: 'order.paid',
        binding: `{ is: routingKey, exchange: { name: ${names.name('orders')}, type: topic } }`,
        annotation: `topology: ${topology}, consumers: { mail: { queue: ${names.queue('mail', delays)}, ${retry} } }`,
      }),
    )
}

test('under check publishers and groups want the exchange and the queues to stand, and declare nothing', async () => {
  const service = await createEmittedService(owned('check'))
  const { raw, names } = service
  const exchange = names.name('orders')
  const missing = { name: 'TopologyError', message: expect.stringContaining(`exchange "${exchange}" does not exist`) }
  await expect(service.publishers()).rejects.toMatchObject(missing)
  await expect(service.start('Mail', { onOrderPaid: collect().handler })).rejects.toMatchObject(missing)
  // Of another type than the spec's: a look says that it stands, and no more.
  await raw.channel.assertExchange(exchange, 'fanout')
  const { orderPaid } = await service.publishers()
  await expect(service.start('Mail', { onOrderPaid: collect().handler })).rejects.toMatchObject({
    name: 'TopologyError',
    message: expect.stringContaining(`.mail.dead" does not exist`),
  })
  await raw.channel.assertQueue(names.name('spy'))
  await raw.channel.bindQueue(names.name('spy'), exchange, '')
  await orderPaid?.publish({ orderId: 'o-1' })
  expect(await queueState(raw, names.name('spy'))).toMatchObject({ ready: 1 })
})

test('under { exchange: check, queue: assert } the queues are declared and bound to the exchange that stands', async () => {
  const service = await createEmittedService(owned('{ exchange: check, queue: assert }'))
  await service.raw.channel.assertExchange(service.names.name('orders'), 'topic', { durable: false })
  const { got, handler } = collect()
  await service.start('Mail', { onOrderPaid: handler })
  await (await service.publishers()).orderPaid?.publish({ orderId: 'o-1' })
  await waitFor(() => got.length === 1, { what: 'the message' })
})

test('under skip publishers and groups neither look nor declare', async () => {
  const service = await createEmittedService(owned('skip'))
  const { raw, names } = service
  const { orderPaid } = await service.publishers()
  await expect(orderPaid?.publish({ orderId: 'o-1' })).rejects.toMatchObject({ name: 'PublishRefusedError' })
  await raw.channel.assertExchange(names.name('orders'), 'direct')
  for (const name of ['mail', 'mail.dead']) await raw.channel.assertQueue(names.name(name), { durable: false })
  await raw.channel.bindQueue(names.name('mail'), names.name('orders'), 'order.paid')
  const { got, handler } = collect()
  await service.start('Mail', { onOrderPaid: handler })
  await orderPaid?.publish({ orderId: 'o-2' })
  await waitFor(() => got.length === 1, { what: 'the message' })
  expect(await queueState(raw, `${names.name('mail')}.retry.60000`)).toBeUndefined()
})

test('what a send operation asks for arrives; what expires in the queue of a group is parked', async () => {
  const service = await createEmittedService(
    (names) => `
asyncapi: 3.0.0
info: { title: Orders, version: 1.0.0 }
channels:
  orders:
    address: order.{depot}
    parameters: { depot: {} }
    messages: { OrderPaid: { ${payload} } }
    bindings: { amqp: { is: routingKey, exchange: { name: ${names.name('orders')}, type: topic } } }
    x-idempotency: { businessKey: [orderId], consumers: { mail: { queue: ${names.queue('mail', delays)}, ${retry} } } }
operations:
  onOrder: { action: receive, channel: { $ref: "#/channels/orders" } }
  sendOrder:
    action: send
    channel: { $ref: "#/channels/orders" }
    bindings:
      amqp:
        { expiration: 50, deliveryMode: 1, timestamp: false, priority: 2, userId: guest, cc: ["copy.{depot}"], mandatory: false }
`,
  )
  const { raw, names } = service
  const { got, handler } = collect()
  const { ordersOrderPaid } = await service.publishers()
  await ordersOrderPaid?.publish({ orderId: 'nobody' }, { parameters: { depot: 'north' } })
  await (await service.start('Mail', { onOrdersOrderPaid: handler })).stop()
  await raw.channel.assertQueue(names.name('copies'))
  await raw.channel.bindQueue(names.name('copies'), names.name('orders'), 'copy.north')
  const copies: unknown[] = []
  await raw.channel.consume(names.name('copies'), (copy) => copies.push(copy?.properties), { noAck: true })
  await ordersOrderPaid?.publish({ orderId: 'o-1' }, { parameters: { depot: 'north' } })
  await waitFor(() => copies.length === 1, { what: 'the copy' })
  expect(copies).toMatchObject([
    { expiration: '50', deliveryMode: 1, priority: 2, userId: 'guest', timestamp: undefined },
  ])
  const dead = `${names.name('mail')}.dead`
  await waitFor(async () => (await queueState(raw, dead))?.ready === 1, { what: 'the message has expired' })
  await service.start('Mail', { onOrdersOrderPaid: handler })
  await waitFor(() => service.count('parked') === 1, { what: 'the expired message' })
  const { rows } = await service.database.pool.query(
    'select code, routing_key, properties from idempotency.idempotent_failure',
  )
  expect(rows).toMatchObject([{ code: 'expired', routing_key: 'order.north', properties: { priority: 2 } }])
  expect(got).toEqual([])
})
