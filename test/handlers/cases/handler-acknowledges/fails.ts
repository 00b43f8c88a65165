import type { Channel, ConsumeMessage } from 'amqplib'
import { startBilling } from '../generated.js'

declare const channel: Channel
declare const delivery: ConsumeMessage
declare const message: { ack(): void }

await startBilling({
  broker: 1,
  database: 2,
  handlers: {
    async onOrderPaid(order, { tx }) {
      await tx.query('insert into coupon values ($1)', [order.orderId])
      channel.ack(delivery) // !
      channel.nack(delivery, false, true) // !
      channel.reject(delivery) // !
      message.ack() // !
    },
  },
})
