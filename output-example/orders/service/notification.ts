import type { NotificationHandlers } from '../generated/index.js'

/**
 * Puts letters to customers into a table that a mailer empties. Sending the mail here would be an effect outside the
 * transaction, which a rolled back message could not take back.
 */
export const notification: NotificationHandlers = {
  async onOrderPaid(order, { tx }) {
    await tx.query('insert into letter (user_id, subject) values ($1, $2)', [
      order.userId,
      `Thank you for order ${order.orderId}`,
    ])
  },
  async onOrderCancelled(order, { tx }) {
    await tx.query('insert into letter (user_id, subject) values ($1, $2)', [
      order.userId,
      `Order ${order.orderId} was cancelled`,
    ])
  },
}
