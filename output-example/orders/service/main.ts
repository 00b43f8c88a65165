import {
  connectBroker,
  createPublishers,
  pgDatabase,
  startLoyaltyPoints,
  startMarketingCoupon,
  startNotification,
} from '../generated/index.js'
import { LoyaltyLedger } from './loyalty.js'
import { marketing } from './marketing.js'
import { notification } from './notification.js'

const broker = await connectBroker({ url: process.env.AMQP_URL })
const database = pgDatabase({ connectionString: process.env.DATABASE_URL, max: 20 })

const consumers = await Promise.all([
  startMarketingCoupon({ broker, database, handlers: marketing }),
  startLoyaltyPoints({ broker, database, handlers: new LoyaltyLedger() }),
  startNotification({ broker, database, handlers: notification }),
])

const publishers = await createPublishers({ broker })
await publishers.orderPaid.publish({
  orderId: 'o-1001',
  transactionId: 't-77',
  userId: 'u-42',
  amount: 4_998,
  currency: 'EUR',
  paidAt: new Date().toISOString(),
  items: [{ sku: 'BOOK-1', quantity: 2, unitPrice: 2_499 }],
})

process.once('SIGTERM', async () => {
  await Promise.all(consumers.map((consumer) => consumer.stop()))
  await broker.close()
  await database.close()
})
