import { Kysely } from 'kysely'
declare class PostgresTransactionDialect { constructor(tx: Transaction) }
import type { BillingHandlers, Transaction } from '../generated.js'

// An ORM over the transaction of the message.
export function billing(): BillingHandlers {
  return {
    async onOrderPaid(order, { tx }) {
      const db = new Kysely<{ coupon: { order_id: string } }>({ dialect: new PostgresTransactionDialect(tx) })
      await db.insertInto('coupon').values({ order_id: order.orderId }).execute()
      const client = tx
      await client.query('select 1')
    },
  }
}
