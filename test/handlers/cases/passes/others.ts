import { Pool } from 'pg'
import { type BillingHandlers, startBilling } from '../generated.js'

// What the service does outside its handlers is its own affair.
const pool = new Pool()
const threadPool = { run: async (work: () => number) => work() }
const clients = new Map<string, { readonly name: string }>()

export async function report(): Promise<number> {
  const client = await pool.connect()
  await client.query('BEGIN')
  const { rowCount } = await client.query('select 1')
  await client.query('COMMIT')
  client.release()
  await fetch('https://report.example')
  return rowCount ?? 0
}

const handlers = {
  async onOrderPaid(order, { tx }) {
    const client = clients.get(order.userId)
    const tax = await threadPool.run(() => order.amount * 0.19)
    await tx.query('insert into invoice (name, tax) values ($1, $2)', [client?.name, tax])
  },
} satisfies BillingHandlers

await startBilling({ broker: 1, database: 2, handlers })
