import { type BillingHandlers, type HandlerContext, type OrderPaid, type OrderPaidMessage, startBilling, type Transaction } from '../generated.js'

type Context = HandlerContext<OrderPaidMessage, Transaction>

class Ledger {
  readonly #tx: Transaction

  constructor(tx: Transaction) {
    this.#tx = tx
  }

  async book(userId: string, cents: number): Promise<void> {
    await this.#tx.query('insert into booking (user_id, cents) values ($1, $2)', [userId, cents])
  }
}

export class Billing implements BillingHandlers {
  readonly #centsPerPoint: number

  constructor(centsPerPoint = 100) {
    this.#centsPerPoint = centsPerPoint
  }

  async onOrderPaid(order: OrderPaid, { tx }: Context): Promise<void> {
    const ledger = new Ledger(tx)
    await ledger.book(order.userId, Math.floor(order.amount / this.#centsPerPoint))
  }
}

await startBilling({ broker: 1, database: 2, handlers: new Billing() })
