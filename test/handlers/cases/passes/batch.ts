import { startBilling } from '../generated.js'

await startBilling({
  broker: 1,
  database: 2,
  handlers: {
    onOrderPaid: {
      async batch(messages, tx) {
        const orders = messages.map(({ payload }) => payload.orderId)
        const users = messages.map(({ payload }) => payload.userId)
        await tx.query('insert into paid (order_id, user_id) select * from unnest($1::text[], $2::text[])', [orders, users])
      },
    },
  },
})
