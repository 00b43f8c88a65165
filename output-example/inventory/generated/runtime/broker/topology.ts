// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { Channel } from 'amqplib'
import { TopologyError } from '../errors.js'
import type { ExchangeDescriptor, ExchangeDescriptors, QueueDescriptor } from '../types.js'
import type { BrokerLinks } from './broker-types.js'
import { deadQueueName, delayQueueName, delayQueueNames, delaySteps } from './queue-names.js'
import { topologyFailure } from './topology-failure.js'
import { LONGEST_NAME } from './wire-limits.js'

/**
 * The broker's own limit of returns, as good as none: at the defaults a process that dies at its start empties the
 * queue (20 without a dead-letter exchange drops the message). `-1` drops on RabbitMQ 3.10 at the first return.
 */
const DELIVERY_LIMIT = 1_000_000_000

export interface TopologyOptions {
  readonly withChannel: BrokerLinks['withChannel']
  readonly queue: QueueDescriptor
  readonly exchanges: ExchangeDescriptors
  /** Returns of a message before the broker gives up on it. Default 1,000,000,000. */
  readonly deliveryLimit?: number
}

/**
 * Declares, or looks for, what a queue's consumer needs: exchanges, the queue with its dead-letter queue and delay
 * queues, bindings. Rejects with `TopologyError` at the first that is missing or stands with other settings.
 *
 * Everything is made before the bindings: no message arrives that could not be retried or parked.
 */
export async function declareTopology(options: TopologyOptions): Promise<void> {
  const { withChannel, queue, exchanges, deliveryLimit = DELIVERY_LIMIT } = options
  requireNames(queue)
  await declareExchanges({
    withChannel,
    mode: queue.topology.exchange,
    names: queue.bindings.map(({ exchange }) => exchange),
    exchanges,
  })
  // A refused declaration closes its channel, and what has been written behind it would be lost with it.
  await withChannel((channel) => declareQueues(channel, queue, deliveryLimit))
}

/** Declares or looks for exchanges; the default exchange and `amq.*` always stand. */
export async function declareExchanges(options: {
  readonly withChannel: BrokerLinks['withChannel']
  readonly mode: 'assert' | 'check' | 'skip'
  readonly names: readonly string[]
  readonly exchanges: ExchangeDescriptors
}): Promise<void> {
  if (options.mode === 'skip') return
  for (const name of new Set(options.names)) {
    if (isPredeclared(name)) continue
    const descriptor = options.mode === 'assert' ? options.exchanges[name] : undefined
    await options.withChannel((channel) => declareExchange(channel, name, descriptor))
  }
}

function isPredeclared(exchange: string): boolean {
  return exchange === '' || exchange.startsWith('amq.')
}

/** Without a descriptor nothing is known of it but the name: it must exist. */
async function declareExchange(
  channel: Channel,
  name: string,
  descriptor: ExchangeDescriptor | undefined,
): Promise<void> {
  try {
    if (descriptor === undefined) await channel.checkExchange(name)
    else {
      const { type, durable, autoDelete } = descriptor
      await channel.assertExchange(name, type, { durable, autoDelete })
    }
  } catch (error) {
    throw topologyFailure(error, { kind: 'exchange', name, ...(descriptor && { wanted: { ...descriptor } }) })
  }
}

async function declareQueues(channel: Channel, queue: QueueDescriptor, deliveryLimit: number): Promise<void> {
  if (queue.topology.queue === 'skip') return
  for (const [name, wanted] of queuesOf(queue, deliveryLimit)) {
    try {
      if (queue.topology.queue === 'check') await channel.checkQueue(name)
      else await channel.assertQueue(name, { durable: true, arguments: wanted })
    } catch (error) {
      throw topologyFailure(error, { kind: 'queue', name, wanted })
    }
  }
  if (queue.topology.queue === 'assert') await bind(channel, queue)
}

async function bind(channel: Channel, queue: QueueDescriptor): Promise<void> {
  for (const binding of queue.bindings) {
    // Every queue is bound to the default exchange by its name; more cannot be bound there.
    if (binding.exchange === '') continue
    try {
      await channel.bindQueue(queue.name, binding.exchange, binding.routingKey, binding.arguments)
    } catch (error) {
      throw topologyFailure(error, { kind: 'exchange', name: binding.exchange })
    }
  }
}

type Arguments = Readonly<Record<string, string | number>>

/** Names and arguments, the queue itself last: its dead letters and copies have a place from the start. */
function queuesOf(queue: QueueDescriptor, deliveryLimit: number): readonly (readonly [string, Arguments])[] {
  const quorum = { 'x-queue-type': 'quorum', 'x-delivery-limit': deliveryLimit }
  // At-least-once needs reject-publish; at-most-once, the default, drops messages while the target is missing.
  const kept = {
    'x-dead-letter-exchange': '',
    'x-dead-letter-strategy': 'at-least-once',
    'x-overflow': 'reject-publish',
  }
  const dead = deadQueueName(queue.name)
  return [
    [dead, quorum],
    ...delaySteps(queue).map(
      (delayMs) =>
        [
          delayQueueName(queue.name, delayMs),
          { ...quorum, ...kept, 'x-dead-letter-routing-key': queue.name, 'x-message-ttl': delayMs },
        ] as const,
    ),
    [queue.name, queue.type === 'quorum' ? { ...quorum, ...kept, 'x-dead-letter-routing-key': dead } : classic(dead)],
  ]
}

/** A classic queue knows no delivery limit and dead-letters at most once: quorum is the default for that reason. */
function classic(dead: string): Arguments {
  return { 'x-queue-type': 'classic', 'x-dead-letter-exchange': '', 'x-dead-letter-routing-key': dead }
}

function requireNames(queue: QueueDescriptor): void {
  for (const name of [queue.name, deadQueueName(queue.name), ...delayQueueNames(queue)]) {
    const bytes = Buffer.byteLength(name)
    if (bytes > LONGEST_NAME) {
      throw new TopologyError(
        `the queue name ${JSON.stringify(name)} takes ${bytes} bytes, AMQP carries ${LONGEST_NAME}: shorten ${JSON.stringify(queue.name)}`,
      )
    }
  }
}
