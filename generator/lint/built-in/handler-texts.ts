import type { RuleText } from '../rule.js'

/** What is wrong with the code of handlers: `idemgen lint --handlers`. The examples are handlers. */
export const handlerTexts: readonly RuleText[] = [
  {
    name: 'handler-uses-connection',
    topic: 'handlers',
    severity: 'error',
    summary: 'a handler uses a pool or a connection of its own',
    why: `What it writes there is committed by itself. When the handler fails afterwards the message comes again, and
it is written a second time; when the process dies before, the record says processed and it never was. And a handler
that holds one connection and waits for another can bring the whole pool to a standstill.`,
    wrong: `async onOrderPaid(order, { tx }) {
  await pool.query('insert into coupon (order_id) values ($1)', [order.orderId])
}`,
    right: `async onOrderPaid(order, { tx }) {
  await tx.query('insert into coupon (order_id) values ($1)', [order.orderId])
}`,
  },
  {
    name: 'handler-query-not-awaited',
    topic: 'handlers',
    severity: 'error',
    summary: 'nobody waits for a statement of a handler',
    why: `The transaction ends when the handler returns. A statement that is still on its way is refused or rolled back,
its error has nobody who hears it, and the message may count as processed without it.`,
    wrong: `async onOrderPaid(order, { tx }) {
  order.items.forEach(async (item) => {
    await tx.query('insert into sold (sku) values ($1)', [item.sku])
  })
}`,
    right: `async onOrderPaid(order, { tx }) {
  for (const item of order.items) await tx.query('insert into sold (sku) values ($1)', [item.sku])
}`,
  },
  {
    name: 'handler-swallows-error',
    topic: 'handlers',
    severity: 'error',
    summary: 'a handler goes on after a statement has failed',
    why: `PostgreSQL takes nothing but a rollback after a failed statement, so whatever the handler does next fails as
well or is undone. What was wrong is no longer told: the message is retried for a reason that nobody can see. A part
that may fail belongs into a savepoint, which undoes that part alone.`,
    wrong: `async onOrderPaid(order, { tx }) {
  try {
    await tx.query('insert into coupon (order_id) values ($1)', [order.orderId])
  } catch {}
}`,
    right: `async onOrderPaid(order, { tx }) {
  await tx.query('insert into coupon (order_id) values ($1) on conflict do nothing', [order.orderId])
}`,
  },
  {
    name: 'handler-controls-transaction',
    topic: 'handlers',
    severity: 'error',
    summary: 'a handler begins or ends the transaction',
    why: `The transaction also holds the record that the message was processed. Ended in between, one part of the work
is kept without the record, and the next delivery does it again. The generated runtime refuses these statements, so
that the handler fails each time.`,
    wrong: `async onOrderPaid(order, { tx }) {
  await tx.query('BEGIN')
  await tx.query('insert into coupon (order_id) values ($1)', [order.orderId])
  await tx.query('COMMIT')
}`,
    right: `async onOrderPaid(order, { tx }) {
  await tx.query('insert into coupon (order_id) values ($1)', [order.orderId])
}`,
  },
  {
    name: 'handler-acknowledges',
    topic: 'handlers',
    severity: 'error',
    summary: 'a handler acknowledges or rejects a message',
    why: `Acknowledged before the commit, a message is gone when the process dies in between. And the consumer
acknowledges it a second time, which makes the broker close the channel and deliver all others on it again.`,
    wrong: `async onOrderPaid(order, { tx }) {
  await tx.query('insert into coupon (order_id) values ($1)', [order.orderId])
  channel.ack(delivery)
}`,
    right: `async onOrderPaid(order, { tx }) {
  await tx.query('insert into coupon (order_id) values ($1)', [order.orderId])
}`,
  },
  {
    name: 'handler-calls-outside',
    topic: 'handlers',
    severity: 'warning',
    summary: 'a handler acts outside the database under "strategy: transaction"',
    why: `A rollback takes back what was written through tx and nothing else: the mail is sent, the card is charged, and
the next run does it again. The call also keeps the transaction and its connection open for as long as it takes. With
"strategy: lease" the group holds its claim outside a transaction, and the other side decides by an idempotency key; or a
row is written through tx, and what sends it runs after the commit.`,
    wrong: `async onOrderPaid(order, { tx }) {
  await fetch('https://mail.example/send', { method: 'POST', body: order.orderId })
}`,
    right: `async onOrderPaid(order, { tx }) {
  await tx.query('insert into mail_to_send (order_id) values ($1) on conflict do nothing', [order.orderId])
}`,
  },
  {
    name: 'handler-update-is-relative',
    topic: 'handlers',
    severity: 'error',
    summary: 'a handler adds to a value under "strategy: lease"',
    why: `A lease makes the work of a handler at-least-once: after a crash, or when the lease has expired, it runs again.
A value that is set is the same after the second time; one that is added to is not.`,
    wrong: `async onOrderPaid(order, { tx }) {
  await tx.query('update account set points = points + $1 where user_id = $2', [10, order.userId])
}`,
    right: `async onOrderPaid(order, { tx, businessKey }) {
  await tx.query('insert into points (event, user_id, points) values ($1, $2, 10) on conflict do nothing', [
    businessKey,
    order.userId,
  ])
}`,
  },
  {
    name: 'handler-key-is-volatile',
    topic: 'handlers',
    severity: 'error',
    summary: 'a handler makes a key of the time or of a random value',
    why: `A handler that is retried makes another key than the first time, so that nothing recognises the second
request, or the second event, as a copy of the first.`,
    wrong: `async onOrderPaid(order, { tx }) {
  const idempotencyKey = randomUUID()
  await tx.query('insert into charge (key) values ($1)', [idempotencyKey])
}`,
    right: `async onOrderPaid(order, { tx, businessKey }) {
  const idempotencyKey = businessKey
  await tx.query('insert into charge (key) values ($1)', [idempotencyKey])
}`,
  },
]
