import { startBilling } from '../generated.js'

await startBilling({
  broker: 1,
  database: 2,
  handlers: {
    async onOrderPaid(order, { tx }) {
      for (const item of order.items) {
        await tx.query('insert into sold (sku) values ($1)', [item.sku])
      }
      await Promise.all(order.items.map((item) => tx.query('insert into sold (sku) values ($1)', [item.sku])))
      const { rows } = await tx.query<{ sku: string }>('select sku from sold')
      const seen = new Map<string, number>()
      rows.forEach((row) => seen.set(row.sku, 1))
      const later = tx.query('select 1')
      const both = await Promise.all([later, tx.query('select 2')])
      return both.length > 5 ? undefined : void seen.clear()
    },
  },
})
