import { startMailing } from '../generated.js'

declare function coupons(tx: unknown): {
  increment(by: object): Promise<void>
  update(change: object): Promise<void>
}

await startMailing({
  broker: 1,
  database: 2,
  handlers: {
    async onOrderPaid(order, { tx }) {
      await tx.query('update stock set remaining = remaining - 1 where sku = $1', ['a']) // !
      await tx.query('update stock set touched = now(), "sold" = "sold" + $1', [1]) // !
      await tx.query(`update stock s set sold = s.sold + 1`) // !
      await tx.query('insert into stock values ($1) on conflict (sku) do update set sold = stock.sold + 1', ['a']) // !
      await tx.query('update stock set sold = coalesce(sold, 0) + 1') // !
      await coupons(tx).increment({ orderId: order.orderId }) // !
      await coupons(tx).update({ data: { points: { increment: 5 } } }) // !
    },
  },
})
