import { type BillingHandlers, startBilling } from '../generated.js'
import { prices } from './service.js'

// The class of error that a handler throws on purpose, a query whose answer is read, and a constant statement.
class CouponExhausted extends Error {}

const take = 'update coupon_stock set remaining = remaining - 1 where coupon = $1 and remaining > 0'

export const billing: BillingHandlers = {
  async onOrderPaid(order, { tx, businessKey }) {
    const taken = await tx.query(take, ['NEXT-ORDER'])
    if (taken.rowCount === 0) throw new CouponExhausted(businessKey)
    const total = order.items.map((item) => prices.of(item.sku) * item.quantity).reduce((sum, each) => sum + each, 0)
    await tx.query('insert into user_coupon (user_id, order_id, total) values ($1, $2, $3)', [
      order.userId,
      order.orderId,
      total,
    ])
  },
}

await startBilling({ broker: 1, database: 2, handlers: billing })
