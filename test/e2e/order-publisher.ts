/** Publishes the events of the end-to-end test by the emitted publishers: see order-consumer.ts. */
import { connectBroker, createPublishers, type OrderPaid } from 'generated-orders'

interface Settings {
  readonly amqpUrl: string
  /** Orders; each is published once to four times. */
  readonly orders: number
  readonly cancellations: number
}
const settings: Settings = JSON.parse(process.argv[2] ?? '{}')
const broker = await connectBroker({ url: settings.amqpUrl })
const publishers = await createPublishers({ broker })

const work: (() => Promise<unknown>)[] = []
for (let i = 0; i < settings.orders; i += 1) {
  for (let repeat = 0; repeat < 1 + (i % 4); repeat += 1) {
    work.push(() => publishers.orderPaid.publish(orderPaid(i, repeat)))
  }
}
for (let i = 0; i < settings.cancellations; i += 1) {
  for (let repeat = 0; repeat < 1 + (i % 2); repeat += 1) {
    work.push(() =>
      publishers.orderCancelled.publish({
        orderId: `o-${i}`,
        userId: `u-${i % 50}`,
        reason: 'customer-request',
        cancelledAt: new Date(1_700_000_000_000 + repeat).toISOString(),
      }),
    )
  }
}

// Repeats of one event stand next to each other, so most are under way at once; the last third comes late.
const late = work.filter((_, index) => index % 3 === 2)
const early = work.filter((_, index) => index % 3 !== 2)
for (const part of [early, late]) {
  for (let i = 0; i < part.length; i += 200) await Promise.all(part.slice(i, i + 200).map((publish) => publish()))
}
process.stdout.write(`${JSON.stringify({ kind: 'published', messages: work.length })}\n`)
await broker.close()

function orderPaid(i: number, repeat: number): OrderPaid {
  return {
    orderId: `o-${i}`,
    transactionId: `t-${i}`,
    userId: `u-${i % 50}`,
    amount: 100 + i,
    currency: 'EUR',
    // A producer that repeats itself does so with the time of the repetition.
    paidAt: new Date(1_700_000_000_000 + i * 1_000 + repeat).toISOString(),
    items: [{ sku: 'BOOK-1', quantity: 1, unitPrice: 100 + i }],
  }
}
