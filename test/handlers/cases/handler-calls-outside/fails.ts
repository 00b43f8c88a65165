import { S3Client } from '@aws-sdk/client-s3'
import axios from 'axios'
import got from 'got'
import https from 'node:https'
import nodemailer from 'nodemailer'
import Stripe from 'stripe'
import { type OrderPaid, startBilling } from '../generated.js'

const stripe = new Stripe('key')
const storage = new S3Client({})
const mailer = nodemailer.createTransport({})
const api = axios.create({ baseURL: 'https://api.example' })

async function notify(order: OrderPaid): Promise<void> {
  await fetch('https://push.example', { method: 'POST', body: order.userId }) // !
}

await startBilling({
  broker: 1,
  database: 2,
  handlers: {
    async onOrderPaid(order, { tx }) {
      await fetch('https://mail.example') // !
      await fetch('https://mail.example').then((answer) => answer.json()) // !
      await axios.post('https://mail.example', order) // !
      await axios({ url: 'https://mail.example' }) // !
      await api.post('/mails', order) // !
      await got('https://mail.example') // !
      https.request('https://mail.example').end() // !
      await mailer.sendMail({ to: order.userId }) // !
      await stripe.charges.create({ amount: order.amount }) // !
      await storage.send({}) // !
      await notify(order)
      await tx.query('update orders set paid = true where id = $1', [order.orderId])
    },
  },
})
