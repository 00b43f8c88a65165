import { type OrderPaid, startBilling, type Transaction } from '../generated.js'

async function save(tx: Transaction, order: OrderPaid): Promise<void> {
  await tx.query('insert into coupon values ($1)', [order.orderId])
}

await startBilling({
  broker: 1,
  database: 2,
  handlers: {
    async onOrderPaid(order, context) {
      const { tx } = context
      tx.query('insert into coupon values ($1)', [order.orderId]) // !
      void context.tx.query('insert into coupon values ($1)', [order.orderId]) // !
      if (order.amount > 100) tx.query('insert into coupon values (1)') // !
      order.amount > 10 && tx.query('insert into coupon values (1)') // !
      tx.query('select 1').then(({ rows }) => rows.length) // !
      save(tx, order) // !
      tx.savepoint(async () => save(tx, order)) // !
      order.items.forEach(async (item) => { // !
        await tx.query('insert into sold values ($1)', [item.sku])
      })
      order.items.map((item) => tx.query('insert into sold values ($1)', [item.sku])) // !
      setTimeout(async () => { // !
        await tx.query('select 1')
      }, 10)
      const lost = tx.query('select 2') // !
    },
  },
})

await startBilling({
  broker: 1,
  database: 2,
  handlers: {
    onOrderPaid: {
      async batch(messages, all) {
        all.query('insert into coupon values ($1)', [messages.length]) // !
      },
    },
  },
})
