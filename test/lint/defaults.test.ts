import { expect, test } from 'vitest'
import { groupDefaults, limitDefaults } from '../../generator/model/defaults.js'
import { judge } from './judge.js'

test('an annotation with only its required keys has no finding', async () => {
  const { lines } = await judge(documentWith({}), '')
  expect(lines).toEqual([])
})

test('nor has one where the defaults are written out', async () => {
  const { lines } = await judge(documentWith({ defaults: groupDefaults, limits: limitDefaults }), '')
  expect(lines).toEqual([])
})

test('nor the defaults in the strictest and the most patient order', async () => {
  const patient = { shutdownGrace: '10s', consumerTimeout: '15m', longestOutage: '6d' }
  const { lines } = await judge(documentWith({ defaults: { order: 'strict' }, limits: patient }), '')
  expect(lines).toEqual([])
})

test('a handler that takes too long is one fault, not another one of the prefetch that nobody set', async () => {
  const { found } = await judge(documentWith({ defaults: { handlerTimeout: '20m' } }), '')
  expect(found.map(({ rule }) => rule)).toEqual(['handler-outlasts-limits'])
})

function documentWith(root: object): string {
  return JSON.stringify({
    asyncapi: '3.0.0',
    info: { title: 'Orders', version: '1.0.0' },
    'x-idempotency': root,
    channels: {
      orderPlaced: {
        address: 'order.placed',
        messages: {
          OrderPlaced: {
            payload: {
              type: 'object',
              required: ['orderId'],
              properties: { orderId: { type: 'string', maxLength: 40 } },
            },
          },
        },
        bindings: { amqp: { is: 'routingKey', exchange: { name: 'order.events', type: 'topic' } } },
        'x-idempotency': { businessKey: ['orderId'], consumerGroup: 'mail' },
      },
    },
  })
}
