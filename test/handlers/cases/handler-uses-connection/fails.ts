import { Pool, type PoolClient } from 'pg'
import { type BillingHandlers, type Handler, type OrderPaid, type OrderPaidMessage, startBilling, type Transaction } from '../generated.js'
import { prisma } from './prisma.js'

const pool = new Pool()
const store = new Pool()
declare const db: { query(text: string, values: readonly unknown[]): Promise<void> }
declare const database: { readonly pool: Pool; query(text: string): Promise<void> }
declare const knex: any

async function remember(order: OrderPaid): Promise<void> {
  await pool.query('insert into seen (order_id) values ($1)', [order.orderId]) // !
}

async function insert(client: { query(text: string): Promise<unknown> }): Promise<void> {
  await client.query('insert into seen values (1)')
}

await startBilling({
  broker: 1,
  database: 2,
  handlers: {
    async onOrderPaid(order, { tx }) {
      await pool.query('insert into coupon (order_id) values ($1)', [order.orderId]) // !
      await store.query('insert into coupon (order_id) values ($1)', [order.orderId]) // !
      const client = await pool.connect() // !
      await client.query('select 1') // !
      await db.query('insert into coupon (order_id) values ($1)', [order.orderId]) // !
      await database.pool.query('select 1') // !
      await database.query('select 1') // !
      await prisma.coupon.create({ data: { orderId: order.orderId } }) // !
      await knex('coupon').insert({ orderId: order.orderId }) // !
      await remember(order)
      await insert(pool) // !
      await insert(tx)
    },
  },
})

export class Billing implements BillingHandlers {
  constructor(
    private readonly client: PoolClient,
    private readonly prices: { readonly pool: Pool },
  ) {}

  async onOrderPaid(order: OrderPaid): Promise<void> {
    await this.client.query('insert into coupon values ($1)', [order.orderId]) // !
    await this.save(order)
  }

  private async save(order: OrderPaid): Promise<void> {
    await this.prices.pool.query('select $1', [order.orderId]) // !
  }
}

export const onOrderPaid: Handler<OrderPaidMessage, Transaction> = async (order) => {
  await pool.query('select $1', [order.orderId]) // !
}
