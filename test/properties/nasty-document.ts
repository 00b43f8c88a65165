import fc from 'fast-check'
import type { Document, Json, JsonObject } from '../../generator/model/document.js'
import { documentOf } from '../build/document.js'

/** What specs really call things, and what breaks naive generators. */
export const nastyNames: readonly string[] = [
  ...['order', 'Order', 'ORDER', 'order-paid', 'order.paid', 'order_paid', 'ORDER_PAID', 'OrderPaid', 'Orderpaid'],
  ...['OrderMessage', 'OrderHeaders', 'OrderPayload', 'OrderKey', 'OrderHandlers', 'OrderSchema', 'OrderOfOrder'],
  ...['startOrder', 'StartOrder', 'orderKey', 'OrderError', 'Order2', 'Message', 'Message2', 'MessageMessage'],
  ...[
    'class',
    'new',
    'delete',
    'default',
    'await',
    'void',
    'static',
    'status',
    'arguments',
    'eval',
    'exports',
    'require',
  ],
  ...[
    'index',
    'runtime',
    'Broker',
    'publish',
    'Publishers',
    'createPublishers',
    'Transaction',
    'Handler',
    'Record',
    'Map',
  ],
  ...[
    'group',
    'groups',
    'messages',
    'schemas',
    'publishers',
    'startGroup',
    'businessKey',
    'undefined',
    'NaN',
    'Object',
  ],
  ...['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf', 'TOString', 'then', 'THEN'],
  ...[
    '1st',
    '42',
    '-',
    '/',
    '//',
    '.',
    '',
    ' ',
    '$',
    '_',
    '__',
    '#',
    '~',
    '~1',
    '%',
    '%2F',
    'a/b',
    'a~b',
    'a:b',
    'a b',
  ],
  ...[
    'é',
    'e\u0301',
    'ß',
    'ŉa',
    'ΐx',
    '東京',
    '注文',
    '🐇',
    '👩‍👧',
    '\u3164',
    'a\u200bb',
    'a\u202eb',
    'İstanbul',
    'ǆ',
    '\ud800',
  ],
  ...["it's", '"', '`${x}`', '*/', '\n', '\u2028', '\0', '</script>', 'con', 'nul', 'x'.repeat(300)],
]

export const nastyName: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...nastyNames) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
)

/** One message of a channel: written out there, or a component. */
interface MessagePart {
  readonly key: string
  readonly component: string | undefined
  /** Whether it is the message that the channel `source` writes out. */
  readonly isSource: boolean
  readonly eventType: string | undefined
  readonly keyField: string
}

export interface ChannelPart {
  readonly key: string
  readonly messages: readonly MessagePart[]
  readonly groups: readonly string[]
  readonly errors: readonly string[]
}

/** A document in parts, so that parts can be added, taken away and shuffled. */
export interface DocumentParts {
  /** The field that the channel `source` takes its key from; undefined where it is left out. */
  readonly source: string | undefined
  readonly channels: readonly ChannelPart[]
  readonly components: readonly {
    readonly key: string
    readonly hasHeaders: boolean
    readonly schema: string | undefined
  }[]
  readonly schemas: readonly string[]
}

const messagePart: fc.Arbitrary<MessagePart> = fc.record({
  key: nastyName,
  // Few, so that channels share them and mean different events.
  component: fc.option(fc.oneof(fc.constantFrom('order', 'Order', 'OrderMessage'), nastyName), { nil: undefined }),
  isSource: fc.integer({ max: 4 }).map((number) => number === 0),
  eventType: fc.option(fc.oneof(fc.constantFrom('ORDER', 'order'), nastyName), { nil: undefined }),
  keyField: fc.constantFrom('id', 'id', 'other'),
})

const channelPart: fc.Arbitrary<ChannelPart> = fc.record({
  key: nastyName,
  messages: fc.uniqueArray(messagePart, { selector: ({ key }) => key, minLength: 1, maxLength: 3 }),
  groups: fc.uniqueArray(nastyName, { maxLength: 2 }),
  errors: fc.uniqueArray(nastyName, { maxLength: 2 }),
})

export const documentParts: fc.Arbitrary<DocumentParts> = fc.record({
  source: fc.constantFrom(undefined, 'id', 'other'),
  channels: fc.uniqueArray(channelPart, { selector: ({ key }) => key, maxLength: 5 }),
  components: fc.uniqueArray(
    fc.record({ key: nastyName, hasHeaders: fc.boolean(), schema: fc.option(nastyName, { nil: undefined }) }),
    { selector: ({ key }) => key, maxLength: 4 },
  ),
  schemas: fc.uniqueArray(nastyName, { maxLength: 4 }),
})

export function documentFor(parts: DocumentParts): Document {
  return documentOf(specFor(parts))
}

/** Everything that is referred to exists: what no part defines gets a plain definition. */
export function specFor({ source, channels, components, schemas }: DocumentParts): JsonObject {
  const defined = new Map(components.map((component) => [component.key, component]))
  const used = channels.flatMap(({ messages }) => messages.flatMap(({ component }) => component ?? []))
  const keys = [...new Set([...defined.keys(), ...used])]
  return {
    asyncapi: '3.0.0',
    info: { title: 'Nasty', version: '1' },
    channels: {
      ...Object.fromEntries(channels.map((channel) => [channel.key, channelFor(channel)])),
      source: {
        address: 'source',
        messages: { placed: { payload } },
        'x-idempotency': source === undefined ? false : { businessKey: [source] },
      },
    },
    components: {
      messages: Object.fromEntries(
        keys.map((key) => {
          const { hasHeaders = false, schema } = defined.get(key) ?? {}
          return [key, messageFor(schema, hasHeaders)]
        }),
      ),
      schemas: Object.fromEntries(
        [...new Set([...schemas, ...components.flatMap(({ schema }) => schema ?? [])])].map((key) => [key, payload]),
      ),
    },
  }
}

function channelFor({ key, messages, groups, errors }: ChannelPart): JsonObject {
  return {
    address: `to.${key.replace(/[{}]/g, '')}`,
    messages: Object.fromEntries(messages.map((message) => [message.key, useOf(message)])),
    'x-idempotency': {
      businessKey: ['id'],
      consumers: Object.fromEntries(groups.map((group) => [group, {}])),
      ...(errors.length === 0 ? {} : { errorClasses: { business: errors } }),
      messages: Object.fromEntries(
        messages.map(({ key: message, eventType, keyField }) => [
          message,
          { businessKey: [keyField], ...(eventType ? { eventType } : {}) },
        ]),
      ),
    },
  }
}

function useOf({ component, isSource }: MessagePart): Json {
  if (isSource) return { $ref: '#/channels/source/messages/placed' }
  return component === undefined ? messageFor(undefined, true) : { $ref: `#/components/messages/${segment(component)}` }
}

function messageFor(schema: string | undefined, hasHeaders: boolean): JsonObject {
  return {
    payload: schema === undefined ? payload : { $ref: `#/components/schemas/${segment(schema)}` },
    ...(hasHeaders ? { headers: { type: 'object', properties: { tenant: { type: 'string' } } } } : {}),
  }
}

const payload: JsonObject = {
  type: 'object',
  required: ['id', 'other'],
  properties: { id: { type: 'string' }, other: { type: 'string' } },
}

function segment(key: string): string {
  const escaped = key.replaceAll('~', '~0').replaceAll('/', '~1')
  // What cannot be written in a URI stays as it is.
  return /\p{Surrogate}/u.test(escaped) ? escaped : encodeURIComponent(escaped)
}
