import type { GetMessage } from 'amqplib'
import { expect } from 'vitest'
import { openPublishers, type PublisherWiring } from '../../templates/runtime/publish.js'
import type {
  MessageDescriptor,
  MessageShape,
  PublishChannelDescriptor,
  Publisher,
  PublishOptions,
} from '../../templates/runtime/types.js'
import { queueState } from '../support/broker.js'
import { waitFor } from '../support/wait-for.js'
import { type BrokerFixture, openBrokerFixture } from './broker-fixture.js'

/** A broker connection on which publishers can be opened, and a queue that gets what they send. */
export interface PublishFixture extends BrokerFixture {
  /** Declared when the first publisher is opened. */
  readonly exchange: string
  readonly queue: string
  /** Opens the publisher of the order message, with changes to what its spec would say, and binds the queue. */
  openPublisher(changes?: Changes): Promise<Publisher<OrderMessage>>
  /** The next message of the queue, taken out of it. */
  received(): Promise<GetMessage>
  /** How many messages lie in the queue; undefined when there is none. */
  ready(): Promise<number | undefined>
  /** Expects that the message was refused with this code and that the queue got nothing. */
  expectRefusal(publishing: Promise<unknown>, code: string, message: string | RegExp): Promise<void>
}

interface OrderMessage extends MessageShape {
  readonly payload: unknown
}

interface Changes {
  readonly message?: Partial<MessageDescriptor>
  readonly channel?: Partial<PublishChannelDescriptor>
  /** A second channel beside the first. */
  readonly second?: Partial<PublishChannelDescriptor>
  readonly type?: 'topic' | 'direct'
}

/** A payload of the order message that is valid. */
export const order: { readonly orderId: string; readonly amount: number } = { orderId: 'o-17', amount: 5 }

/** The types of emitted publishers ask for what a message needs; these tests also do what they would not let through. */
export function options(given: Readonly<Record<string, unknown>>): PublishOptions {
  return given
}

export async function openPublishFixture(): Promise<PublishFixture> {
  const fixture = await openBrokerFixture()
  const exchange = fixture.names.name('events')
  const queue = fixture.names.name('bound')
  const { channel } = fixture.raw
  const ready = async () => (await queueState(fixture.raw, queue))?.ready
  return {
    ...fixture,
    exchange,
    queue,
    async openPublisher(changes = {}) {
      const wiring = wiringOf(exchange, changes)
      const publishers = await openPublishers(wiring, { broker: fixture.broker, log: fixture.log })
      await channel.assertQueue(queue)
      await channel.bindQueue(queue, exchange, changes.type === 'direct' ? 'order.paid' : '#')
      return publishers.publisher<OrderMessage>(wiring.publishers.order)
    },
    received: () => waitFor(() => channel.get(queue, { noAck: true }), { what: 'the message' }),
    ready,
    async expectRefusal(publishing, code, message) {
      const failure: unknown = await publishing.catch((error: unknown) => error)
      expect(failure).toMatchObject({ name: 'InvalidMessageError', code })
      expect((failure as Error).message).toMatch(message)
      expect(await ready()).toBe(0)
    },
  }
}

/** What a generated file would hold for the order message. */
function wiringOf(exchange: string, changes: Changes) {
  const channel: PublishChannelDescriptor = {
    exchange,
    routingKey: 'order.paid',
    parameters: [],
    mandatory: true,
    persistent: true,
    confirmTimeoutMs: 5_000,
    window: 100,
    ...changes.channel,
  }
  const channels = { orderPaid: channel, ...(changes.second && { second: { ...channel, ...changes.second } }) }
  return {
    publishers: { order: { message: 'Order', channels } },
    messages: { Order: { ...orderDescriptor, ...changes.message } },
    exchanges: { [exchange]: { type: changes.type ?? 'topic', durable: true, autoDelete: false } },
    schemas,
  } satisfies PublisherWiring
}

const orderDescriptor: MessageDescriptor = {
  eventType: 'ORDER_PAID',
  key: [{ in: 'payload', path: ['orderId'], type: 'string' }],
  keyVersion: 2,
  fingerprint: { version: '1', ignore: [] },
  sensitive: [],
  payload: '#/definitions/Order',
  addresses: ['order.paid'],
  parameters: [],
  match: {},
  contentType: 'application/json',
}

const schemas = {
  definitions: {
    Order: {
      type: 'object',
      required: ['orderId'],
      properties: {
        orderId: { type: 'string', minLength: 1 },
        amount: { type: 'integer' },
        paidAt: { type: 'string', format: 'date-time' },
      },
    },
    OwnHeaders: {
      type: 'object',
      required: ['tenantId'],
      additionalProperties: false,
      properties: { tenantId: { type: 'string' } },
    },
    AllHeaders: {
      allOf: [{ $ref: '#/definitions/Ids' }, { type: 'object', required: ['businessKey', 'keyVersion'] }],
      properties: { businessKey: { type: 'string' }, keyVersion: { type: 'integer' }, tenantId: { type: 'string' } },
      additionalProperties: { type: 'string' },
    },
    Ids: { type: 'object', required: ['messageId'], properties: { messageId: { type: 'string', format: 'uuid' } } },
  },
}
