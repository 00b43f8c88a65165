import { startBilling } from '../generated.js'

await startBilling({
  broker: 1,
  database: 2,
  handlers: {
    async onOrderPaid(order, { tx }) {
      try {
        await tx.savepoint(async () => {
          await tx.query('insert into coupon (order_id) values ($1)', [order.orderId])
        })
      } catch (error) {
        if ((error as { code?: string }).code !== '23505') throw error
        await tx.query('update coupon set again = true where order_id = $1', [order.orderId])
      }
      try {
        await tx.query('insert into audit (order_id) values ($1)', [order.orderId])
      } catch (cause) {
        throw new Error(`audit of ${order.orderId}`, { cause })
      }
      let settings: { readonly gift?: boolean } = {}
      try {
        settings = JSON.parse(order.items[0]?.sku ?? '{}')
      } catch {
        settings = {}
      }
      await tx.query('insert into gift (order_id, gift) values ($1, $2)', [order.orderId, settings.gift])
    },
  },
})
