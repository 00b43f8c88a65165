/** One consumer process of the demo: the example service, with failures put in. */
import {
  type ConsumerEvent,
  connectBroker,
  InventoryTimeout,
  type MarketingCouponHandlers,
  pgDatabase,
  startLoyaltyPoints,
  startMarketingCoupon,
  startNotification,
} from '../../output-example/orders/generated/index.js'
import { LoyaltyLedger } from '../../output-example/orders/service/loyalty.js'
import { marketing } from '../../output-example/orders/service/marketing.js'
import { notification } from '../../output-example/orders/service/notification.js'

const broker = await connectBroker({ url: process.env.AMQP_URL, name: 'idemgen demo' })
const database = pgDatabase({ connectionString: process.env.DATABASE_URL, max: 20 })
const log = { info: () => {}, warn: () => {}, error: console.error }
const common = { broker, database, cleanup: false, observe: tell, log }

/** Every tenth order fails once, after its writes: they are undone, and the retry makes them. */
const sometimesFailing: MarketingCouponHandlers = {
  async onOrderPaid(order, context) {
    await marketing.onOrderPaid(order, context)
    if (context.run === 1 && order.orderId.endsWith('0')) throw new InventoryTimeout('the stock service did not answer')
  },
}

const consumers = await Promise.all([
  startMarketingCoupon({ ...common, handlers: sometimesFailing }),
  startLoyaltyPoints({ ...common, handlers: new LoyaltyLedger() }),
  startNotification({ ...common, handlers: notification }),
])
process.stdout.write('{"kind":"ready"}\n')

process.once('SIGTERM', async () => {
  await Promise.all(consumers.map((consumer) => consumer.stop()))
  await broker.close()
  await database.close()
})

function tell({ kind }: ConsumerEvent): void {
  if (kind !== 'in-flight' && kind !== 'connection') process.stdout.write(`{"kind":"${kind}"}\n`)
}
