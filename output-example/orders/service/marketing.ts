import { CouponExhausted, type MarketingCouponHandlers } from '../generated/index.js'

/**
 * Grants a coupon for the next order, as long as there are any.
 *
 * The condition in the UPDATE keeps the stock from going below zero; that a message delivered twice takes only one
 * coupon is the work of the generated consumer, whose record of the message is in the same transaction.
 */
export const marketing: MarketingCouponHandlers = {
  async onOrderPaid(order, { tx }) {
    const taken = await tx.query(
      'update coupon_stock set remaining = remaining - 1 where coupon = $1 and remaining > 0',
      ['next-order'],
    )
    // Trying again cannot help: the message is parked, and can be replayed when there are coupons again.
    if (taken.rowCount === 0) throw new CouponExhausted(`no coupon is left for order ${order.orderId}`)
    await tx.query('insert into user_coupon (user_id, order_id, coupon) values ($1, $2, $3)', [
      order.userId,
      order.orderId,
      'next-order',
    ])
  },
}
