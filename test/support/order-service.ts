import { randomUUID } from 'node:crypto'
import type { Options } from 'amqplib'
import { inject, onTestFinished } from 'vitest'
import { connectBroker } from '../../templates/runtime/broker.js'
import { pgDatabase } from '../../templates/runtime/database.js'
import { startGroup } from '../../templates/runtime/start-group.js'
import type {
  Broker,
  ConsumerEvent,
  Database,
  HandlerContext,
  MessageShape,
  RunningConsumer,
  StartOptions,
  Transaction,
} from '../../templates/runtime/types.js'
import { connectRaw, queueState, type RawBroker, type TestNames, testNames } from './broker.js'
import { createTestDatabase, type TestDatabase } from './database.js'
import { delaysMs, type GroupOverrides, orderGroup, orderMessages, orderSchemas } from './order-contract.js'
import { waitFor } from './wait-for.js'

export interface Order {
  readonly orderId: string
  readonly amount: number
  readonly paidAt?: string
}

export type OrderContext = HandlerContext<MessageShape, Transaction>
export type OrderHandler = (order: Order, context: OrderContext) => Promise<void>

export interface FailureRow {
  readonly id: string
  readonly dedup_key: string | null
  readonly class: string
  readonly code: string
  readonly state: string
  readonly runs: number
  readonly seen: number
  readonly body: Buffer | null
  readonly replayed_at: Date | null
}

/** One consumer group on one queue, with a database and names of its own, for tests of the consumer's promises. */
export interface OrderService {
  readonly database: TestDatabase
  readonly raw: RawBroker
  readonly names: TestNames
  readonly exchange: string
  readonly queue: string
  readonly events: ConsumerEvent[]
  /** Starts a consumer; stopped at the end of the test. */
  start(onOrder: OrderHandler, options?: ServiceOptions): Promise<RunningConsumer>
  /** Broker and database as the consumer has them, made anew; closed at the end of the test. */
  connect(options?: { readonly amqpUrl?: string; readonly databaseUrl?: string }): Promise<Connections>
  /** Publishes to the exchange as a foreign publisher would; resolves when confirmed. */
  publish(order: unknown, options?: Options.Publish): Promise<void>
  /** Publishes a body to the queue as it is. */
  send(body: Buffer, options?: Options.Publish): Promise<void>
  effects(): Promise<readonly { readonly order_id: string; readonly amount: number }[]>
  records(): Promise<readonly { readonly dedup_key: string; readonly status: string }[]>
  failures(): Promise<readonly FailureRow[]>
  count(kind: ConsumerEvent['kind']): number
  /** Resolves when the queue and its delay queues are empty and nothing is unacknowledged. */
  settled(options?: { readonly deadlineMs?: number }): Promise<void>
}

export interface Connections {
  readonly broker: Broker
  readonly database: Database<Transaction>
}

export interface ServiceOptions
  extends GroupOverrides,
    Partial<Pick<StartOptions<object, Transaction>, 'tuning' | 'cleanup' | 'observe' | 'log'>> {
  readonly amqpUrl?: string
  readonly databaseUrl?: string
  readonly connections?: Connections
}

export async function createOrderService(): Promise<OrderService> {
  const names = testNames()
  const database = await createTestDatabase()
  const raw = await connectRaw()
  const exchange = names.name('order.event.exchange')
  const queue = names.queue('marketing', delaysMs)
  const events: ConsumerEvent[] = []
  await database.pool.query('create table effect (order_id text not null, amount integer not null)')
  await raw.channel.assertExchange(exchange, 'topic', { durable: true })

  onTestFinished(async () => {
    await names.cleanUp()
    await raw.close()
    await database.drop()
  })

  async function connect(
    options: { readonly amqpUrl?: string; readonly databaseUrl?: string } = {},
  ): Promise<Connections> {
    const broker = await connectBroker({ url: options.amqpUrl ?? inject('amqpUrl') })
    const connected = pgDatabase({ connectionString: options.databaseUrl ?? database.url })
    onTestFinished(async () => {
      await broker.close()
      await connected.close()
    })
    return { broker, database: connected }
  }

  return {
    database,
    raw,
    names,
    exchange,
    queue,
    events,
    connect,
    async start(onOrder, options = {}) {
      const { broker, database: connected } = options.connections ?? (await connect(options))
      const consumer = await startGroup<Transaction>(
        {
          group: orderGroup({ exchange, queue }, options),
          messages: orderMessages,
          exchanges: { [exchange]: { type: 'topic', durable: true, autoDelete: false } },
          schemas: orderSchemas,
          methods: { OrderPaid: 'onOrderPaid' },
        },
        {
          broker,
          database: connected,
          handlers: { onOrderPaid: onOrder },
          cleanup: options.cleanup ?? false,
          log: options.log ?? quietLogger,
          tuning: { probeMs: { first: 50, longest: 500 }, ...options.tuning },
          observe(event) {
            events.push(event)
            options.observe?.(event)
          },
        },
      )
      onTestFinished(() => consumer.stop({ deadlineMs: 2_000 }))
      return consumer
    },
    async publish(order, options = {}) {
      const content = Buffer.from(JSON.stringify(order))
      raw.channel.publish(exchange, 'order.paid', content, { messageId: randomUUID(), persistent: true, ...options })
      await raw.channel.waitForConfirms()
    },
    async send(body, options = {}) {
      raw.channel.sendToQueue(queue, body, { persistent: true, ...options })
      await raw.channel.waitForConfirms()
    },
    async effects() {
      const { rows } = await database.pool.query('select order_id, amount from effect order by order_id, amount')
      return rows
    },
    async records() {
      const { rows } = await database.pool.query(
        'select dedup_key, status from idempotency.idempotent_record order by 1',
      )
      return rows
    },
    async failures() {
      const { rows } = await database.pool.query('select * from idempotency.idempotent_failure order by id')
      return rows
    },
    count: (kind) => events.filter((event) => event.kind === kind).length,
    async settled({ deadlineMs = 10_000 } = {}) {
      await waitFor(
        async () => {
          for (const name of names.all) if (((await queueState(raw, name))?.ready ?? 0) > 0) return false
          return inFlight(events) === 0
        },
        { what: 'queues are empty and nothing is in flight', deadlineMs },
      )
    },
  }
}

/** A handler that writes one row; a doubled effect is a second row. */
export const writeEffect: OrderHandler = async (order, { tx }) => {
  await tx.query('insert into effect (order_id, amount) values ($1, $2)', [order.orderId, order.amount])
}

function inFlight(events: readonly ConsumerEvent[]): number {
  const last = events.findLast((event) => event.kind === 'in-flight')
  return last?.kind === 'in-flight' ? last.count : 0
}

const quietLogger = process.env.IDEMGEN_TEST_LOG
  ? {
      info: (fields: object, message: string) => console.info(message, fields),
      warn: (fields: object, message: string) => console.warn(message, fields),
      error: (fields: object, message: string) => console.error(message, fields),
    }
  : { info: () => {}, warn: () => {}, error: () => {} }
