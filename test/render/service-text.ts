import type { OutputFile } from '../../generator/model/output-file.js'

/** A service for the contract `orders`: each line is a promise about what compiles, or about what does not. */
export const service: OutputFile = {
  path: 'service.ts',
  text: `
import {
  connectBroker, CouponExhausted, createPublishers, InventoryTimeout, ORDER_PAID, ORDER_SHIPPED, orderPaidKey,
  orderShippedKey, pgDatabase, startMarketingCoupon, startTracking,
} from './index.js'
import type {
  Broker, ConsumerEvent, Database, HandlerContext, Logger, MarketingCouponHandlers, OrderPaid, OrderPaidMessage,
  OrderShippedHeaders, Published, Publisher, Publishers, RunningConsumer, Shipment, Transaction,
} from './index.js'

export const eventTypes: readonly ['ORDER_PAID', 'order.shipped'] = [ORDER_PAID, ORDER_SHIPPED]
const event: OrderPaid = { orderId: 'o', transactionId: 't', userId: 'u', amount: 1, paidAt: '2024-05-04T10:15:30Z' }
const shipment: Shipment = { orderId: 'o', carrier: null }

export async function main(log: Logger): Promise<Published> {
  const broker: Broker = await connectBroker({ url: process.env['AMQP_URL'], log })
  const database: Database = pgDatabase({ connectionString: process.env['DATABASE_URL'] })
  const publishers: Publishers = await createPublishers({ broker, log })
  const paid: Publisher<OrderPaidMessage> = publishers.orderPaid
  await paid.publish(event)
  await publishers.orderPaid.publish(event, { messageId: 'm', headers: { trace: 'x' } })
  // @ts-expect-error a payload that lacks fields
  await publishers.orderPaid.publish({ orderId: 'o' })
  await publishers.orderShipped.publish(shipment, { parameters: { depotId: 'd' }, headers: { tenantId: 'x' }, channel: 'shipped' })
  // @ts-expect-error parameters are required
  await publishers.orderShipped.publish(shipment, { headers: { tenantId: 'x' }, channel: 'shipped' })
  // @ts-expect-error the channel is required
  await publishers.orderShipped.publish(shipment, { parameters: { depotId: 'd' }, headers: { tenantId: 'x' } })
  // @ts-expect-error there is no such channel
  await publishers.orderShipped.publish(shipment, { parameters: { depotId: 'd' }, headers: { tenantId: 'x' }, channel: 'x' })
  // @ts-expect-error a declared header is required
  await publishers.orderShipped.publish(shipment, { parameters: { depotId: 'd' }, headers: {}, channel: 'returned' })
  // @ts-expect-error options are required
  await publishers.orderShipped.publish(shipment)
  // @ts-expect-error headers of idemgen's own are not given by hand
  const headers: OrderShippedHeaders = { tenantId: 'x', eventType: 'y' }
  log.info(headers, 'x')

  const consumer: RunningConsumer = await startMarketingCoupon({
    broker,
    database,
    observe(happened: ConsumerEvent) { log.info({ kind: happened.kind }, 'observed') },
    handlers: {
      async onOrderPaid(paidEvent, { tx, messageId, businessKey, signal, run }) {
        if (paidEvent.amount > 10) throw new CouponExhausted()
        if (signal.aborted || run > 2) throw new InventoryTimeout('no stock', { cause: businessKey })
        await tx.query('insert into user_coupon (user_id, order_id) values ($1, $2)', [paidEvent.userId, messageId])
        await tx.savepoint(async () => 1)
      },
    },
  })
  await consumer.stop({ deadlineMs: 10 })
  await startMarketingCoupon({ broker, database, handlers: new Coupons() })
  const given: MarketingCouponHandlers = new Coupons()
  await startMarketingCoupon({ broker, database, handlers: given })
  // @ts-expect-error a handler is missing
  await startMarketingCoupon({ broker, database, handlers: {} })
  // @ts-expect-error one of two handlers is missing
  await startTracking({ broker, database, handlers: new Coupons() })
  await startTracking({
    broker,
    database,
    handlers: {
      async onOrderPaid(_paid, context: HandlerContext<OrderPaidMessage, Transaction>) { log.info(context.headers, 'x') },
      async onOrderShipped({ carrier }, { headers, parameters }) {
        const tenant: string = headers.tenantId
        const trace: string | undefined = headers.traceId
        // @ts-expect-error not among the values
        if (carrier === 'mail') return
        log.info({ tenant, trace, depot: parameters.depotId }, orderPaidKey(event))
      },
    },
  })
  orderShippedKey(shipment, { headers: { tenantId: 'x' }, parameters: { depotId: 'd' } })
  // @ts-expect-error the key has a header and a parameter
  orderShippedKey(shipment)
  const code: 'CouponExhausted' = new CouponExhausted().code
  log.error({ code }, 'done')
  return publishers.orderPaid.publish(event)
}

class Coupons {
  #granted = 0
  async onOrderPaid(paid: OrderPaid): Promise<void> { this.#granted += paid.amount }
}
`,
}
