import type {
  Contract,
  Docs,
  GroupContract,
  MessageContract,
  PublishChannelContract,
  QueueContract,
} from '../../generator/model/contract.js'
import type { Json } from '../../generator/model/document.js'

/** Contracts as the build stage makes them, of a few words each. */

export function contractWith(parts: Partial<Contract>): Contract {
  return {
    contractVersion: 1,
    names: {},
    messages: {},
    publishers: {},
    groups: {},
    exchanges: {},
    schemas: {},
    ...parts,
  }
}

export function message(from: string, parts: Partial<MessageContract> = {}): MessageContract {
  return {
    from,
    eventType: from.replace(/^.*\//, ''),
    key: [{ in: 'payload', path: ['id'], type: 'string' }],
    keyVersion: 1,
    fingerprint: { version: '1:none', ignore: [] },
    sensitive: [],
    addresses: ['some.address'],
    parameters: [],
    match: {},
    contentType: 'application/json',
    ...parts,
  }
}

export function channel(from: string, parts: Partial<PublishChannelContract> = {}): PublishChannelContract {
  return {
    from,
    exchange: 'order.event.exchange',
    routingKey: 'order.paid',
    parameters: [],
    mandatory: true,
    persistent: true,
    confirmTimeoutMs: 30_000,
    window: 1000,
    ...parts,
  }
}

export function queue(name: string, messages: readonly string[], parts: Partial<QueueContract> = {}): QueueContract {
  return {
    name,
    type: 'quorum',
    topology: { exchange: 'assert', queue: 'assert' },
    bindings: [{ exchange: 'order.event.exchange', routingKey: 'order.paid' }],
    messages,
    retry: { attempts: 6, delaysMs: [1_000, 10_000, 60_000, 600_000] },
    concurrency: 8,
    prefetch: 16,
    batch: { size: 1, budgetMs: 100 },
    order: 'any',
    ...parts,
  }
}

export function group(
  name: string,
  queues: readonly QueueContract[],
  parts: Partial<GroupContract> = {},
): GroupContract {
  return {
    from: [`#/channels/orderPaid/x-idempotency/consumers/${name}`],
    group: name,
    queues,
    strategy: { kind: 'transaction' },
    errors: { business: [], system: [], default: 'system' },
    retentionMs: { processed: 1_209_600_000, parked: 7_776_000_000 },
    handlerTimeoutMs: 10_000,
    onMismatch: 'park',
    onRepublish: 'retry',
    park: 'table',
    failureBody: 'full',
    keyHeader: 'observe',
    ...parts,
  }
}

const orderId: Json = { type: 'string', minLength: 1, maxLength: 64 }

/** Orders: a fan-out, a message with headers, parameters and two channels, one queue with two messages. */
export const orders: Contract = contractWith({
  names: {
    '#/components/messages/OrderPaid/payload': 'OrderPaid',
    '#/components/messages/OrderShipped/headers': 'OrderShippedHeaders',
    '#/components/schemas/OrderItem': 'OrderItem',
    '#/components/schemas/Shipment': 'Shipment',
  },
  messages: {
    OrderPaid: message('#/components/messages/OrderPaid', {
      eventType: 'ORDER_PAID',
      key: [
        { in: 'payload', path: ['orderId'], type: 'string' },
        { in: 'payload', path: ['transactionId'], type: 'string' },
      ],
      fingerprint: { version: '1:paidAt', ignore: [['paidAt']] },
      payload: '#/components/messages/OrderPaid/payload',
      addresses: ['order.paid'],
    }),
    OrderShipped: message('#/components/messages/OrderShipped', {
      eventType: 'order.shipped',
      key: [
        { in: 'header', path: ['tenantId'], type: 'string' },
        { in: 'parameter', path: ['depotId'], type: 'string' },
        { in: 'payload', path: ['orderId'], type: 'string' },
      ],
      payload: '#/components/schemas/Shipment',
      headers: '#/components/messages/OrderShipped/headers',
      addresses: ['order.shipped.{depotId}', 'order.returned.{depotId}'],
      parameters: ['depotId'],
    }),
  },
  publishers: {
    orderPaid: { message: 'OrderPaid', channels: { orderPaid: channel('#/channels/orderPaid') } },
    orderShipped: {
      message: 'OrderShipped',
      channels: {
        shipped: channel('#/channels/shipped', { routingKey: 'order.shipped.{depotId}', parameters: ['depotId'] }),
        returned: channel('#/channels/returned', { routingKey: 'order.returned.{depotId}', parameters: ['depotId'] }),
      },
    },
  },
  groups: {
    marketingCoupon: group('marketing-coupon', [queue('queue.marketing', ['OrderPaid'])], {
      errors: { business: ['CouponExhausted'], system: ['InventoryTimeout'], default: 'system' },
    }),
    tracking: group(
      'tracking',
      [queue('tracking', ['OrderPaid', 'OrderShipped']), queue('tracking.returns', ['OrderShipped'])],
      { errors: { business: ['InventoryTimeout'], system: [], default: 'system' } },
    ),
  },
  exchanges: { 'order.event.exchange': { type: 'topic', durable: true, autoDelete: false } },
  schemas: {
    '#/components/messages/OrderPaid/payload': {
      type: 'object',
      required: ['orderId', 'transactionId', 'userId', 'amount', 'paidAt'],
      properties: {
        orderId,
        transactionId: orderId,
        userId: { type: 'string' },
        amount: { type: 'integer', minimum: 0 },
        paidAt: { type: 'string', format: 'date-time' },
        items: { type: 'array', items: { $ref: '#/components/schemas/OrderItem' }, minItems: 1 },
      },
    },
    '#/components/messages/OrderShipped/headers': {
      type: 'object',
      required: ['tenantId', 'eventType'],
      properties: { tenantId: { type: 'string' }, eventType: { type: 'string' }, traceId: { type: 'string' } },
    },
    '#/components/schemas/OrderItem': {
      type: 'object',
      required: ['sku', 'quantity'],
      properties: { sku: { type: 'string' }, quantity: { type: 'integer', minimum: 1 } },
    },
    '#/components/schemas/Shipment': {
      type: 'object',
      required: ['orderId'],
      properties: { orderId, carrier: { enum: ['post', 'courier', null] } },
    },
  },
})

export const ordersDocs: Docs = {
  '#/components/messages/OrderPaid': { description: 'An order has been paid.' },
  '#/components/messages/OrderPaid/payload/properties/amount': { description: 'In cents' },
  '#/components/messages/OrderPaid/payload/properties/items': { title: 'What was bought' },
  '#/components/schemas/OrderItem': {
    description: 'One line of an order.',
    examples: [{ sku: 'BOOK-1', quantity: 2 }],
  },
}
