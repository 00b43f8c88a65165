import { defaultKeyVersion, groupDefaults, publishDefaults } from '../../model/defaults.js'
import { batch, bindTo, errorClasses, order, publish, retention, retry, strategy, topology } from './group-shapes.js'
import { eventType, fields, groupName, previousKeys, queueName } from './message-shapes.js'
import type { Key } from './shape.js'

/** Where a key may stand in the annotation of a channel, a message or an operation. */
export type KeyPlace = 'defaults' | 'channel' | 'message' | 'operation' | 'group'

export interface PlacedKey extends Key {
  readonly at: readonly KeyPlace[]
  /** What the key belongs to, which decides what may contradict it: one group, or one queue of a group. */
  readonly of?: 'group' | 'queue'
}

const everywhere = ['defaults', 'channel', 'operation', 'group'] as const
const notInDefaults = ['channel', 'operation', 'group'] as const
const onMessages = ['channel', 'operation', 'message'] as const

/** Every key that may stand in more than one place, in the order in which people read about them. */
export const keyTable = {
  businessKey: {
    at: onMessages,
    about:
      'The fields that name the business action, in order: a dotted path into the payload (order.id), a runtime expression ($message.payload#/order/id, $message.header#/tenantId) or $parameter.depotId. Two messages with equal values are the same business event.',
    shape: { kind: 'list', of: fields, least: 1 },
    examples: [['orderId'], ['orderId', 'transactionId'], ['$message.payload#/order/id']],
  },
  eventType: {
    at: onMessages,
    about:
      'The first part of the key, also the AMQP property type and the header eventType. Default: the name of the message, else its key. On a channel with several messages it stands under messages.',
    shape: eventType,
    examples: ['ORDER_PAID'],
  },
  keyVersion: {
    at: onMessages,
    about: 'The version of the key: raise it when businessKey or eventType change.',
    shape: { kind: 'integer', least: 1, most: 1_000_000 },
    default: defaultKeyVersion,
  },
  previousKeys: {
    at: onMessages,
    about: 'Earlier definitions of the key, honoured while messages published under them are in flight.',
    shape: previousKeys,
    unbuilt: true,
    examples: [[{ keyVersion: 1, businessKey: ['orderId'] }]],
  },
  fingerprint: {
    at: onMessages,
    about:
      'What tells a repetition from another message with the same key. ignore: the fields that differ when the same event is sent again; by default times, trace ids and the like.',
    shape: {
      kind: 'object',
      keys: {
        ignore: {
          about: 'Paths of payload fields that are left out: sentAt, meta.traceId. Replaces the default list.',
          shape: { kind: 'list', of: fields, least: 0 },
        },
      },
    },
    examples: [{ ignore: ['sentAt'] }],
  },
  sensitive: {
    at: onMessages,
    about: 'Payload fields that never appear in logs, findings and metrics. failureBody has to be chosen then.',
    shape: { kind: 'list', of: fields, least: 0 },
    examples: [['customer.email']],
  },
  publish: {
    at: ['channel', 'operation'],
    about: 'Settings of the publisher.',
    shape: publish,
    default: publishDefaults,
  },
  consumerGroup: {
    at: ['channel', 'operation'],
    about:
      'The short form for one group: the same as consumers with that group alone. On a receive operation: the group that the operation is.',
    shape: groupName,
    examples: ['marketing-coupon'],
  },
  errorClasses: {
    at: everywhere,
    of: 'group',
    about:
      'Error classes that are generated for handlers to throw. business: never retried, parked at once. system: retried with delays. default: what every other exception counts as.',
    shape: errorClasses,
    default: groupDefaults.errorClasses,
    examples: [{ business: ['CouponExhausted'], system: ['InventoryTimeout'] }],
  },
  strategy: {
    at: everywhere,
    of: 'group',
    about: 'How the group makes sure that it processes each event once.',
    shape: strategy,
    default: 'transaction',
    examples: [
      { kind: 'lease', for: '60s' },
      { kind: 'version', entity: ['orderId'], field: 'revision' },
    ],
  },
  retention: {
    at: everywhere,
    of: 'group',
    about:
      'How long a processed key is remembered; with parked, how long a parked message is kept. A duration sets processed.',
    shape: retention,
    default: groupDefaults.retention,
    examples: ['14d', { processed: '14d', parked: '90d' }],
  },
  handlerTimeout: {
    at: everywhere,
    of: 'group',
    about: 'The deadline of one call of a handler.',
    shape: { kind: 'duration' },
    default: groupDefaults.handlerTimeout,
    examples: ['5s'],
  },
  onMismatch: {
    at: everywhere,
    of: 'group',
    about: 'What happens to a message with the key of an earlier one and another payload.',
    shape: { kind: 'word', of: ['park', 'skip'] },
    default: groupDefaults.onMismatch,
  },
  onRepublish: {
    at: everywhere,
    of: 'group',
    about: 'What happens to a fresh publication of a message that was parked because its runs were used up.',
    shape: { kind: 'word', of: ['retry', 'absorb'] },
    default: groupDefaults.onRepublish,
  },
  park: {
    at: everywhere,
    of: 'group',
    about: 'Where parked messages go.',
    shape: { kind: 'word', of: ['table', 'queue'], unbuilt: ['queue'] },
    default: groupDefaults.park,
  },
  failureBody: {
    at: everywhere,
    of: 'group',
    about: 'What is kept of the body of a parked message. Has to be chosen when a message has sensitive fields.',
    shape: { kind: 'word', of: ['full', 'redacted', 'none'], unbuilt: ['redacted', 'none'] },
    default: groupDefaults.failureBody,
  },
  keyHeader: {
    at: everywhere,
    of: 'group',
    about: 'What happens when the header businessKey differs from the key computed from the message.',
    shape: { kind: 'word', of: ['observe', 'park', 'trust'], unbuilt: ['trust'] },
    default: groupDefaults.keyHeader,
  },
  queue: {
    at: notInDefaults,
    of: 'queue',
    about:
      "The queue that the group reads. Default: the group's name; on a channel that is a queue, that queue. Channels of one group that name none share one queue.",
    shape: queueName,
    examples: ['queue.marketing'],
  },
  queueType: {
    at: everywhere,
    of: 'queue',
    about: 'The type of the queue.',
    shape: { kind: 'word', of: ['quorum', 'classic'] },
    default: groupDefaults.queueType,
  },
  bindTo: {
    at: notInDefaults,
    of: 'queue',
    about:
      "What the queue is bound to. Default: the channel's exchange with its address as routing key, where a parameter stands for any word.",
    shape: bindTo,
    examples: [[{ exchange: 'order.event.exchange', routingKey: 'order.paid' }]],
  },
  topology: {
    at: everywhere,
    of: 'queue',
    about:
      'assert: declared when missing. check: has to exist. skip: not looked at. One word for both, or one each for exchange and queue.',
    shape: topology,
    default: groupDefaults.topology,
    examples: [{ exchange: 'check', queue: 'assert' }],
  },
  retry: {
    at: everywhere,
    of: 'queue',
    about: 'attempts: runs in all, the first included. delays: the pauses between them, the last one repeats.',
    shape: retry,
    default: groupDefaults.retry,
    examples: [{ attempts: 6, delays: ['1s', '10s', '1m', '10m'] }],
  },
  concurrency: {
    at: everywhere,
    of: 'queue',
    about:
      'How many messages of the queue are handled at a time, in one process. Default: 4; with a batch size over 1 it counts transactions, and is 1.',
    shape: { kind: 'integer', least: 1, most: 1_000 },
  },
  prefetch: {
    at: everywhere,
    of: 'queue',
    about: 'Unacknowledged deliveries of the queue, in one process. Default: twice what is being handled.',
    shape: { kind: 'integer', least: 1, most: 65_535 },
  },
  batch: {
    at: everywhere,
    of: 'queue',
    about:
      'size: messages in one transaction at most. budget: no further message is started in a transaction that is older.',
    shape: batch,
    default: groupDefaults.batch,
    examples: [{ size: 50, budget: '100ms' }],
  },
  order: {
    at: everywhere,
    of: 'queue',
    about: 'any: messages are handled as they come. strict: one at a time, in their order, retries in place.',
    shape: order,
    default: 'any',
    examples: [{ kind: 'strict', onPark: 'halt' }],
  },
} as const satisfies Readonly<Record<string, PlacedKey>>
