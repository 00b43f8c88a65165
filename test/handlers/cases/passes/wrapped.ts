import { type Handler, type OrderPaidMessage, startBilling, type Transaction } from '../generated.js'

type Paid = Handler<OrderPaidMessage, Transaction>

// Handlers behind functions that wrap them, given by name; words of SQL in other texts.
const traced = (name: string, handler: Paid): Paid => async (order, context) => {
  console.info(`begin ${name}`)
  await handler(order, context)
  console.info('commit')
}

const onOrderPaid: Paid = traced('order paid', async (order, { tx, ...context }) => {
  await tx.query('do $$ begin perform 1; end $$')
  await tx.query("insert into note (text) values ('commit to it')")
  await tx.query('update task set begin_at = now(), commit = $1', [context.run])
})

await startBilling({ broker: 1, database: 2, handlers: { onOrderPaid } })
