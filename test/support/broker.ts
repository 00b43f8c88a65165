import { randomUUID } from 'node:crypto'
import amqp, { type ChannelModel, type ConfirmChannel } from 'amqplib'
import { inject } from 'vitest'

export interface TestNames {
  /** Unique for each call of `testNames`. */
  readonly prefix: string
  /** `<prefix>.<local>`, removed by `cleanUp` whether it became a queue or an exchange. */
  name(local: string): string
  /** The same for a group's queue: its dead-letter and parking queues and those of its delays are removed with it. */
  queue(local: string, delaysMs?: readonly number[]): string
  /** Every name given out so far, with the ones derived from queues. */
  readonly all: readonly string[]
  /** Deletes the queues and exchanges of these names; those that were never declared do not matter. */
  cleanUp(): Promise<void>
}

/** Names on the broker that no other test has. Call `cleanUp` in `afterEach` or `afterAll`. */
export function testNames(): TestNames {
  const prefix = `test-${randomUUID().slice(0, 13)}`
  const given = new Set<string>()
  const name = (local: string): string => {
    const full = `${prefix}.${local}`
    given.add(full)
    return full
  }
  return {
    prefix,
    name,
    queue(local, delaysMs = []) {
      const queue = name(local)
      for (const suffix of ['dead', 'parked', ...delaysMs.map((delayMs) => `retry.${delayMs}`)]) {
        given.add(`${queue}.${suffix}`)
      }
      return queue
    },
    get all() {
      return [...given]
    },
    cleanUp: () => deleteAll([...given]),
  }
}

export interface RawBroker {
  readonly connection: ChannelModel
  /** With confirms; `publish` and `sendToQueue` are settled by `waitForConfirms`. */
  readonly channel: ConfirmChannel
  close(): Promise<void>
}

/** A plain amqplib connection, for what a test does and looks at from outside. */
export async function connectRaw(url: string = inject('amqpUrl')): Promise<RawBroker> {
  const connection = await amqp.connect(url)
  connection.on('error', () => {})
  const channel = await connection.createConfirmChannel()
  channel.on('error', () => {})
  return { connection, channel, close: () => connection.close() }
}

export interface QueueState {
  /** Messages that wait; those delivered and not yet acknowledged are not among them. */
  readonly ready: number
  readonly consumers: number
}

/** What the broker says about a queue; undefined when there is none of that name. */
export async function queueState(broker: RawBroker, queue: string): Promise<QueueState | undefined> {
  // A missing queue closes the channel that asks.
  const channel = await broker.connection.createChannel()
  channel.on('error', () => {})
  try {
    const { messageCount, consumerCount } = await channel.checkQueue(queue)
    await channel.close()
    return { ready: messageCount, consumers: consumerCount }
  } catch (error) {
    if ((error as { readonly code?: number }).code === 404) return undefined
    throw error
  }
}

async function deleteAll(names: readonly string[]): Promise<void> {
  const { connection, channel, close } = await connectRaw()
  try {
    for (const name of names) {
      await channel.deleteQueue(name)
      await channel.deleteExchange(name)
    }
  } finally {
    await close()
    connection.removeAllListeners()
  }
}
