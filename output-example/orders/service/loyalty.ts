import type { LoyaltyPointsHandlers, OrderCancelled, OrderPaid, Transaction } from '../generated/index.js'

type Context = { readonly tx: Transaction }

/** Credits a point for each euro, and takes the points back when the order is cancelled. A class works as well. */
export class LoyaltyLedger implements LoyaltyPointsHandlers {
  readonly #centsPerPoint: number

  constructor(centsPerPoint = 100) {
    this.#centsPerPoint = centsPerPoint
  }

  async onOrderPaid(order: OrderPaid, { tx }: Context): Promise<void> {
    const points = Math.floor(order.amount / this.#centsPerPoint)
    await this.#book(tx, { userId: order.userId, orderId: order.orderId, points })
  }

  async onOrderCancelled(order: OrderCancelled, { tx }: Context): Promise<void> {
    const { rows } = await tx.query<{ points: number }>(
      'select coalesce(sum(points), 0)::integer as points from loyalty_booking where order_id = $1',
      [order.orderId],
    )
    await this.#book(tx, { userId: order.userId, orderId: order.orderId, points: -(rows[0]?.points ?? 0) })
  }

  async #book(
    tx: Transaction,
    booking: { readonly userId: string; readonly orderId: string; readonly points: number },
  ) {
    await tx.query('insert into loyalty_booking (user_id, order_id, points) values ($1, $2, $3)', [
      booking.userId,
      booking.orderId,
      booking.points,
    ])
  }
}
