import type { LoyaltyPointsHandlers, OrderCancelled, OrderPaid, Transaction } from '../generated/index.js'

type Context = { readonly tx: Transaction }

/**
 * Credits a point for each euro; an order that is cancelled gives none. A class works as well.
 *
 * Each event only adds a row of its own, and the view `loyalty_balance` leaves out what was booked for cancelled
 * orders: there is no order among events, and a payment that is retried may come after its cancellation. A handler that
 * looked for the booking and took back what it found would then have found none.
 */
export class LoyaltyLedger implements LoyaltyPointsHandlers {
  readonly #centsPerPoint: number

  constructor(centsPerPoint = 100) {
    this.#centsPerPoint = centsPerPoint
  }

  async onOrderPaid({ userId, orderId, amount }: OrderPaid, { tx }: Context): Promise<void> {
    const points = Math.floor(amount / this.#centsPerPoint)
    await tx.query('insert into loyalty_booking (user_id, order_id, points) values ($1, $2, $3)', [
      userId,
      orderId,
      points,
    ])
  }

  async onOrderCancelled({ orderId }: OrderCancelled, { tx }: Context): Promise<void> {
    await tx.query('insert into loyalty_cancellation (order_id) values ($1)', [orderId])
  }
}
