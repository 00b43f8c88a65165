import { defaultExchange, exchangeDefaults } from '../model/defaults.js'
import type { Place } from '../model/pointer.js'
import { predeclaredTypes, reportExchange } from './amqp/exchange-faults.js'
import type { Channel } from './channel.js'
import type { Context } from './context.js'
import { flagMember, type Node, objectAt, textMember } from './node.js'

export type ExchangeType = 'topic' | 'direct' | 'fanout' | 'headers'

/** How messages of a channel travel. */
export type Routing =
  /** Through the default exchange, straight into the queue of this name; without one the channel cannot be used. */
  | { readonly kind: 'queue'; readonly queue?: string; readonly place: Place }
  /** Through the default exchange, straight into the queue that each request names. */
  | { readonly kind: 'reply'; readonly place: Place }
  | ExchangeRouting

export interface ExchangeRouting {
  readonly kind: 'exchange'
  readonly exchange: Exchange
  /** A template: `{name}` stands for a parameter. Absent when the document gives no address. */
  readonly routingKey?: string
  readonly place: Place
}

export interface Exchange {
  readonly name: string
  readonly type: ExchangeType
  readonly durable: boolean
  readonly autoDelete: boolean
  /** The channel names none. */
  readonly isAssumed: boolean
}

/** What the AMQP binding of a channel says, with what it leaves out filled in. */
export function routingOf(context: Context, channel: Channel): Routing {
  const { amqp, address, node } = channel
  const exchange = amqp === undefined ? undefined : objectAt(context, amqp, 'exchange')
  const queue = amqp === undefined ? undefined : objectAt(context, amqp, 'queue')
  const place = (exchange ?? amqp ?? node).place
  const name = textMember(context, exchange, 'name')
  if (isReplyRouting(context, channel, { exchange: name, queue })) return { kind: 'reply', place }
  if (textMember(context, amqp, 'is') === 'queue') {
    return queueRouting(context, { queue, address, place: (queue ?? amqp ?? node).place })
  }
  // The default exchange routes by the name of a queue.
  if (name === '' || (name === undefined && textMember(context, exchange, 'type') === 'default')) {
    return queueRouting(context, { queue, address, place })
  }
  const declared = readExchange(context, exchange, name)
  const routingKey = address ?? (looksAtNoKey.has(declared.type) ? '' : undefined)
  return { kind: 'exchange', exchange: declared, place, ...(routingKey === undefined ? {} : { routingKey }) }
}

const looksAtNoKey: ReadonlySet<ExchangeType> = new Set(['fanout', 'headers'])

/** A channel of replies without an address. One that names a queue is that queue, unless the requests name another. */
function isReplyRouting(
  context: Context,
  { replying = [], address }: Channel,
  { exchange, queue }: { readonly exchange: string | undefined; readonly queue: Node | undefined },
): boolean {
  if (replying.length === 0 || address !== undefined || (exchange !== undefined && exchange !== '')) return false
  return textMember(context, queue, 'name') === undefined || replying.some(({ operation }) => operation.reply?.location)
}

/** The pattern that a queue is bound with: each word of the address that holds a parameter stands for any word. */
export function bindingKey(address: string): string {
  // A name may hold a dot, which separates no words.
  const words = address.replace(/\{[^{}]+\}/g, '{}').split('.')
  return words.map((word) => (word.includes('{}') ? '*' : word)).join('.')
}

/** A channel that neither its address nor its binding leads anywhere. */
export function reportMissingAddress(context: Context, channel: Channel): void {
  context.report({
    rule: 'address-missing',
    message: `the channel "${channel.key}" has no address, so nothing says where its messages go`,
    hint: 'give the channel an address, list what the queue is bound to under bindTo, or leave the channel out with x-idempotency: false',
    at: channel.node.place,
  })
}

/** Whether the broker has the exchange by itself, so that nobody may declare it. */
export function isPredeclared(exchange: string): boolean {
  return exchange === '' || exchange.startsWith('amq.')
}

function readExchange(context: Context, exchange: Node | undefined, name: string | undefined): Exchange {
  const written = textMember(context, exchange, 'type')
  const type = exchangeType(written ?? predeclaredTypes.get(name ?? ''))
  if (exchange !== undefined && name !== undefined) reportExchange(context, { exchange, name, written })
  return {
    name: name ?? (exchange === undefined ? defaultExchange : `amq.${type}`),
    type,
    durable: flagMember(context, exchange, 'durable') ?? exchangeDefaults.durable,
    autoDelete: flagMember(context, exchange, 'autoDelete') ?? exchangeDefaults.autoDelete,
    isAssumed: name === undefined,
  }
}

function exchangeType(type: string | undefined): ExchangeType {
  return type === 'direct' || type === 'fanout' || type === 'headers' ? type : exchangeDefaults.type
}

function queueRouting(
  context: Context,
  channel: { readonly queue: Node | undefined; readonly address: string | undefined; readonly place: Place },
): Routing {
  const queue = textMember(context, channel.queue, 'name') ?? channel.address
  return { kind: 'queue', place: channel.place, ...(queue === undefined ? {} : { queue }) }
}
