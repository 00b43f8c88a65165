import { randomUUID } from 'node:crypto'
import axios from 'axios'
import { startBilling } from '../generated.js'

// What is sent later is written now; ids, times and random values that are no key; errors of a client that are looked at.
declare const clock: { now(): Date }

await startBilling({
  broker: 1,
  database: 2,
  handlers: {
    async onOrderPaid(order, { tx, businessKey }) {
      await tx.query('insert into outbox (id, key, body, created_at) values ($1, $2, $3, $4)', [
        randomUUID(),
        businessKey,
        JSON.stringify(order),
        new Date(),
      ])
      const startedAt = Date.now()
      const cacheKey = `orders/${order.orderId}`
      if (axios.isAxiosError(cacheKey)) throw new Error('never')
      await tx.query('insert into timing (took, at) values ($1, $2)', [Date.now() - startedAt, clock.now()])
    },
  },
})
