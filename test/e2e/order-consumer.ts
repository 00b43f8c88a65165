/**
 * One consumer process of the end-to-end test: the emitted code of specs/orders.yaml with handlers that write one row
 * for each event. Bundled for each run, with the generated folder in place of `generated-orders`.
 */
import {
  connectBroker,
  InventoryTimeout,
  LedgerUnavailable,
  MailGatewayTimeout,
  pgDatabase,
  type StartOptions,
  startLoyaltyPoints,
  startMarketingCoupon,
  startNotification,
  type Transaction,
} from 'generated-orders'

interface Settings {
  readonly group: 'marketing-coupon' | 'loyalty-points' | 'notification'
  readonly amqpUrl: string
  readonly databaseUrl: string
}
const settings: Settings = JSON.parse(process.argv[2] ?? '{}')
const broker = await connectBroker({ url: settings.amqpUrl })
const database = pgDatabase({ connectionString: settings.databaseUrl })

type Context = { readonly tx: Transaction; readonly businessKey: string; readonly run: number }

async function write({ tx, businessKey, run }: Context, failOnce: () => Error): Promise<void> {
  await tx.query('insert into effect (consumer_group, business_key) values ($1, $2)', [settings.group, businessKey])
  // Every twentieth message fails after its write, once.
  if (run === 1 && businessKey.endsWith('7') && businessKey.length % 2 === 0) throw failOnce()
}

const common: Omit<StartOptions<object, Transaction>, 'handlers'> = { broker, database, cleanup: false }
const starts = {
  'marketing-coupon': () =>
    startMarketingCoupon({
      ...common,
      handlers: { onOrderPaid: (_order, context) => write(context, () => new InventoryTimeout()) },
    }),
  'loyalty-points': () =>
    startLoyaltyPoints({
      ...common,
      handlers: {
        onOrderPaid: (_order, context) => write(context, () => new LedgerUnavailable()),
        onOrderCancelled: (_order, context) => write(context, () => new LedgerUnavailable()),
      },
    }),
  notification: () =>
    startNotification({
      ...common,
      handlers: {
        onOrderPaid: (_order, context) => write(context, () => new MailGatewayTimeout()),
        onOrderCancelled: (_order, context) => write(context, () => new MailGatewayTimeout()),
      },
    }),
}
const consumer = await starts[settings.group]()
process.stdout.write(`${JSON.stringify({ kind: 'ready' })}\n`)

process.on('SIGTERM', async () => {
  await consumer.stop()
  await broker.close()
  await database.close()
})
