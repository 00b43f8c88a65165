import { connectBroker } from '../../templates/runtime/broker.js'
import { pgDatabase } from '../../templates/runtime/database.js'
import { startGroup } from '../../templates/runtime/start-group.js'
import type { Transaction } from '../../templates/runtime/types.js'
import { orderGroup, orderMessages, orderSchemas } from './order-contract.js'

/**
 * A consumer in a process of its own, for tests that kill it. Its handler obeys the order that it gets: `kill` ends the
 * process at once, `delayMs` makes it slow.
 */
interface ProcessOptions {
  readonly amqpUrl: string
  readonly databaseUrl: string
  readonly exchange: string
  readonly queue: string
  readonly prefetch: number
  readonly concurrency: number
  readonly delayMs: number
}

const options: ProcessOptions = JSON.parse(process.argv[2] ?? '{}')
const broker = await connectBroker({ url: options.amqpUrl })
const database = pgDatabase({ connectionString: options.databaseUrl })

const consumer = await startGroup<Transaction>(
  {
    group: orderGroup(options, { queue: { prefetch: options.prefetch, concurrency: options.concurrency } }),
    messages: orderMessages,
    exchanges: { [options.exchange]: { type: 'topic', durable: true, autoDelete: false } },
    schemas: orderSchemas,
    methods: { OrderPaid: 'onOrderPaid' },
  },
  {
    broker,
    database,
    cleanup: false,
    handlers: {
      async onOrderPaid(order: { orderId: string; amount: number; kill?: boolean }, { tx }: { tx: Transaction }) {
        say({ kind: 'started', orderId: order.orderId })
        if (order.kill === true) {
          // Late enough to take down whatever runs beside it.
          await tx.query('select pg_sleep(0.05)')
          process.kill(process.pid, 'SIGKILL')
        }
        if (options.delayMs > 0) await tx.query('select pg_sleep($1)', [options.delayMs / 1_000])
        await tx.query('insert into effect (order_id, amount) values ($1, $2)', [order.orderId, order.amount])
      },
    },
    observe: say,
  },
)
say({ kind: 'ready' })

process.on('SIGTERM', async () => {
  await consumer.stop()
  await broker.close()
  await database.close()
  say({ kind: 'stopped' })
})

function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}
