import Stripe from 'stripe'
import { startMailing } from '../generated.js'

// Effects outside are what a lease is for; what is written has its value, or its own row.
const stripe = new Stripe('key')

await startMailing({
  broker: 1,
  database: 2,
  handlers: {
    async onOrderPaid(order, { tx, businessKey, signal }) {
      await fetch('https://mail.example', { method: 'POST', signal, headers: { 'Idempotency-Key': businessKey } })
      await stripe.charges.create({ amount: order.amount }, { idempotencyKey: businessKey })
      await tx.query('update orders set state = $1, total = price + shipping where id = $2', ['mailed', order.orderId])
      await tx.query('insert into mail (order_id) values ($1) on conflict (order_id) do update set sent = true', [order.orderId])
    },
  },
})
