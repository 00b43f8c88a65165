import { startBilling } from '../generated.js'

const log = console

await startBilling({
  broker: 1,
  database: 2,
  handlers: {
    async onOrderPaid(order, { tx }) {
      try {
        await tx.query('insert into coupon values ($1)', [order.orderId])
      } catch {} // !
      try {
        await tx.query('insert into coupon values ($1)', [order.orderId])
      } catch (error) { // !
        log.warn(error)
      }
      try {
        await tx.query('insert into coupon values ($1)', [order.orderId])
      } catch (error) { // !
        if ((error as { code: string }).code !== '23505') throw error
      }
      try {
        await tx.query('insert into coupon values ($1)', [order.orderId])
      } catch (error) { // !
        if ((error as { code: string }).code === '23505') return
        throw error
      }
      await tx.query('insert into coupon values ($1)', [order.orderId]).catch(() => undefined) // !
      await Promise.allSettled(order.items.map((item) => tx.query('insert into sold values ($1)', [item.sku]))) // !
    },
  },
})
