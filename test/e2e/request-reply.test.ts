import type { GetMessage } from 'amqplib'
import { expect, test } from 'vitest'
import type { TestNames } from '../support/broker.js'
import { type AnyContext, createEmittedService, type EmittedService } from '../support/emitted-service.js'
import { waitFor } from '../support/wait-for.js'

const delays = [100]

function priceSpec(names: TestNames): string {
  return `
asyncapi: 3.0.0
info: { title: Prices, version: 1.0.0 }
channels:
  priceAsked:
    address: price.asked
    messages: { PriceAsked: { $ref: "#/components/messages/PriceAsked" } }
    bindings: { amqp: { is: routingKey, exchange: { name: ${names.name('prices')}, type: topic } } }
    x-idempotency:
      businessKey: [askId]
      consumers: { pricing: { queue: ${names.queue('pricing', delays)}, retry: { attempts: 2, delays: [100ms] } } }
  answers:
    address: null
    messages: { PriceGiven: { $ref: "#/components/messages/PriceGiven" } }
    x-idempotency:
      businessKey: [askId]
      consumers: { shop: { queue: ${names.queue('answers', delays)}, retry: { attempts: 2, delays: [100ms] } } }
  refusals:
    address: null
    messages: { PriceRefused: { payload: { type: object } } }
operations:
  askPrice:
    action: send
    channel: { $ref: "#/channels/priceAsked" }
    reply: { address: { location: "$message.header#/reply_to" }, channel: { $ref: "#/channels/answers" } }
  onPriceAsked:
    action: receive
    channel: { $ref: "#/channels/priceAsked" }
    reply: { address: { location: "$message.header#/reply_to" }, channel: { $ref: "#/channels/answers" } }
  onPriceAskedWrongly:
    action: receive
    channel: { $ref: "#/channels/priceAsked" }
    reply: { address: { location: "$message.header#/reply_to" }, channel: { $ref: "#/channels/refusals" } }
components:
  messages:
    PriceAsked:
      correlationId: { location: "$message.header#/correlationId" }
      headers: { type: object, required: [correlationId], properties: { correlationId: { type: string } } }
      payload: { type: object, required: [askId], properties: { askId: { type: string } } }
    PriceGiven:
      correlationId: { location: "$message.payload#/askId" }
      payload:
        type: object
        required: [askId, cents]
        properties: { askId: { type: string }, cents: { type: integer } }
`
}

function createPrices(): Promise<EmittedService> {
  return createEmittedService(priceSpec)
}

async function next(service: EmittedService, queue: string): Promise<GetMessage> {
  const { channel } = service.raw
  return waitFor(() => channel.get(queue, { noAck: true }), { what: `a message in ${queue}` })
}

test('a request is answered through the queue that it names, and the reply is processed once', async () => {
  const service = await createPrices()
  const { priceAsked, priceGiven } = await service.publishers()
  const given: object[] = []
  await service.start('Shop', {
    async onPriceGiven(payload, { correlationId, businessKey }: AnyContext) {
      given.push({ payload, correlationId, businessKey })
    },
  })
  await service.start('Pricing', {
    async onPriceAsked(payload, { replyTo, correlationId }: AnyContext) {
      expect(correlationId).toBe('c-1')
      const reply = { askId: (payload as { readonly askId: string }).askId, cents: 5 }
      for (let i = 0; i < 2; i += 1) await priceGiven?.publish(reply, { replyTo })
    },
  })
  const replyTo = service.names.name('answers')
  await priceAsked?.publish({ askId: 'a-1' }, { replyTo, correlationId: 'c-1' })
  await waitFor(() => service.count('duplicate') === 1, { what: 'the second copy of the reply' })
  expect(given).toEqual([{ payload: { askId: 'a-1', cents: 5 }, correlationId: 'a-1', businessKey: 'PriceGiven:a-1' }])
})

test('a handler is told where the reply goes and what it answers, the same on a retry and on a replay', async () => {
  const service = await createPrices()
  const seen: object[] = []
  let isWell = false
  await service.start('Pricing', {
    async onPriceAsked(_, { replyTo, correlationId, run }: AnyContext) {
      seen.push({ replyTo, correlationId, run })
      if (!isWell) throw new Error('down')
    },
  })
  const { priceAsked } = await service.publishers()
  await priceAsked?.publish({ askId: 'a-1' }, { replyTo: 'somewhere', correlationId: 'c-1' })
  await waitFor(() => service.count('parked') === 1, { what: 'the runs are used up' })
  isWell = true
  const { rows } = await service.database.pool.query('select id from idempotency.idempotent_failure')
  await service.replay(String(rows[0]?.id))
  await waitFor(() => service.count('processed') === 1, { what: 'the replay' })
  expect(seen).toEqual([1, 2, 1].map((run) => ({ replyTo: 'somewhere', correlationId: 'c-1', run })))
})

test('a request without an id takes its message id, and carries both as properties and as declared headers', async () => {
  const service = await createPrices()
  const spy = service.names.name('spy')
  const { priceAsked } = await service.publishers()
  await service.raw.channel.assertQueue(spy)
  await service.raw.channel.bindQueue(spy, service.names.name('prices'), '#')
  const published = await priceAsked?.publish({ askId: 'a-1' }, { replyTo: 'here' })
  const { properties } = await next(service, spy)
  expect(properties).toMatchObject({ replyTo: 'here', correlationId: published?.messageId })
  expect(properties.headers).toMatchObject({ correlationId: published?.messageId })
  expect(properties.headers).not.toHaveProperty('reply_to')
})

test('a request of a publisher that knows AMQP alone has its header from the property', async () => {
  const service = await createPrices()
  const seen: object[] = []
  await service.start('Pricing', {
    async onPriceAsked(_, { replyTo, correlationId, headers }: AnyContext) {
      seen.push({ replyTo, correlationId, headers })
    },
  })
  service.raw.channel.publish(service.names.name('prices'), 'price.asked', Buffer.from('{"askId":"a-1"}'), {
    replyTo: 'there',
    correlationId: 'c-9',
  })
  await waitFor(() => service.count('processed') === 1, { what: 'the request' })
  expect(seen).toEqual([{ replyTo: 'there', correlationId: 'c-9', headers: { correlationId: 'c-9' } }])
})

test('a reply that nobody annotated carries no key; one that nobody waits for is unroutable', async () => {
  const service = await createPrices()
  const queue = service.names.name('asker')
  await service.raw.channel.assertQueue(queue)
  const { refusalsPriceRefused: refused } = await service.publishers()
  const published = await refused?.publish({ why: 'no' }, { replyTo: queue, correlationId: 'c-1' })
  expect(published).toEqual({ messageId: expect.any(String) })
  const { fields, properties } = await next(service, queue)
  expect(fields).toMatchObject({ exchange: '', routingKey: queue })
  expect(properties).toMatchObject({ correlationId: 'c-1', type: 'PriceRefused', deliveryMode: 2 })
  expect(properties.replyTo).toBeUndefined()
  expect(properties.headers).not.toHaveProperty('businessKey')
  await service.raw.channel.deleteQueue(queue)
  await expect(refused?.publish({}, { replyTo: queue, correlationId: 'c-2' })).rejects.toMatchObject({
    name: 'UnroutableError',
  })
})

test('a request without a place for its reply, and a reply without its request, are refused', async () => {
  const service = await createPrices()
  const { priceAsked, priceGiven, refusalsPriceRefused } = await service.publishers()
  const refused = { name: 'InvalidMessageError' }
  await expect(priceAsked?.publish({ askId: 'a-1' })).rejects.toMatchObject({ ...refused, code: 'reply-to-missing' })
  await expect(priceGiven?.publish({ askId: 'a-1', cents: 1 })).rejects.toMatchObject({
    ...refused,
    code: 'reply-to-missing',
  })
  await expect(refusalsPriceRefused?.publish({}, { replyTo: 'q' })).rejects.toMatchObject({
    ...refused,
    code: 'correlation-id-missing',
  })
  await expect(
    priceGiven?.publish({ askId: 'a-1', cents: 1 }, { replyTo: 'q', correlationId: 'other' }),
  ).rejects.toMatchObject({ ...refused, code: 'correlation-id-differs' })
  await expect(
    priceAsked?.publish({ askId: 'a-1' }, { replyTo: 'q', headers: { correlationId: 'mine' } }),
  ).rejects.toMatchObject({
    ...refused,
    code: 'header-reserved',
    message: /set by the option correlationId of publish/,
  })
})
