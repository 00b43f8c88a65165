import { randomUUID } from 'node:crypto'
import { publishers, startMailing } from '../generated.js'

await startMailing({
  broker: 1,
  database: 2,
  handlers: {
    async onOrderPaid(order, { tx }) {
      const idempotencyKey = `charge-${order.orderId}-${Date.now()}` // !
      const id = randomUUID() // !
      await fetch('https://pay.example', { headers: { 'Idempotency-Key': id, other: idempotencyKey } })
      await fetch('https://pay.example', { headers: { 'Idempotency-Key': `${Math.random()}` } }) // !
      const key = { time: new Date().toISOString() } // !
      await publishers.orderShipped.publish({ orderId: randomUUID(), shippedAt: new Date().toISOString() }) // !
      await tx.query('insert into charge (key) values ($1)', [key.time])
    },
  },
})
