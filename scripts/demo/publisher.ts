/** Publishes the demo's orders, each once to four times, as a producer does that repeats itself. */
import { connectBroker, createPublishers } from '../../output-example/orders/generated/index.js'

const orders = Number(process.argv[2])
const broker = await connectBroker({ url: process.env.AMQP_URL, name: 'idemgen demo' })
const publishers = await createPublishers({ broker })

let published = 0
for (let first = 0; first < orders; first += 50) {
  const batch: Promise<unknown>[] = []
  for (let i = first; i < Math.min(first + 50, orders); i += 1) {
    for (let repeat = 0; repeat <= i % 4; repeat += 1) batch.push(publish(i))
  }
  await Promise.all(batch)
  published += batch.length
}
process.stdout.write(`{"kind":"published","messages":${published}}\n`)
await broker.close()

function publish(i: number): Promise<unknown> {
  return publishers.orderPaid.publish({
    orderId: `o-${i}`,
    transactionId: `t-${i}`,
    userId: `u-${i % 40}`,
    amount: 1_000 + i,
    currency: 'EUR',
    paidAt: new Date().toISOString(),
    items: [{ sku: 'BOOK-1', quantity: 1, unitPrice: 1_000 + i }],
  })
}
