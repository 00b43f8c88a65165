import type { Tree, TreeObject } from '../corpus/json-tree.js'

/** A document of many channels, each with a message of its own, a group, and schemas that they share. */
export function manyChannels(count: number): Tree {
  const channels: TreeObject = {}
  const messages: TreeObject = {}
  for (let i = 0; i < count; i += 1) {
    channels[`changed${i}`] = {
      address: `shop.thing${i}.changed`,
      messages: { [`Thing${i}Changed`]: { $ref: `#/components/messages/Thing${i}Changed` } },
      bindings: { amqp: { is: 'routingKey', exchange: { name: 'shop', type: 'topic' } } },
      'x-idempotency': { businessKey: ['thingId', 'revision'], consumerGroup: `group-${i % 20}` },
    }
    messages[`Thing${i}Changed`] = { payload: payload(i) }
  }
  return { asyncapi: '3.0.0', info: { title: 'Many', version: '1.0.0' }, channels, components: { messages, schemas } }
}

function payload(i: number): TreeObject {
  return {
    type: 'object',
    required: ['thingId', 'revision', 'kind', 'price'],
    properties: {
      thingId: { type: 'string', format: 'uuid', description: `Thing number ${i}` },
      revision: { type: 'integer', minimum: 0 },
      kind: { enum: ['made', 'sold', 'lost'] },
      price: { $ref: '#/components/schemas/Money' },
      parts: { type: 'array', items: { type: 'object', required: ['sku'], properties: { sku: { type: 'string' } } } },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
      owner: { oneOf: [{ $ref: '#/components/schemas/Person' }, { type: 'null' }] },
      changedAt: { type: 'string', format: 'date-time' },
    },
  }
}

const schemas: TreeObject = {
  Money: {
    type: 'object',
    required: ['cents', 'currency'],
    properties: { cents: { type: 'integer' }, currency: { enum: ['EUR', 'USD'] } },
  },
  Person: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, email: { type: 'string' } } },
}
