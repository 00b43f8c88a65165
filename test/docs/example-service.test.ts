import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, pgDatabase, type Transaction } from '../../output-example/orders/generated/index.js'
import { LoyaltyLedger } from '../../output-example/orders/service/loyalty.js'
import { createTestDatabase, type TestDatabase } from '../support/database.js'

const migration = new URL('../../output-example/orders/migrations/0002_orders_service.sql', import.meta.url)
const ledger = new LoyaltyLedger()

let own: TestDatabase
let database: Database

beforeAll(async () => {
  own = await createTestDatabase()
  database = pgDatabase(own.pool)
  const [up = ''] = (await readFile(migration, 'utf8')).split('-- migrate:down')
  await own.pool.query(up)
})

beforeEach(() => own.pool.query('truncate loyalty_booking, loyalty_cancellation'))

afterAll(async () => {
  await database.close()
  await own.drop()
})

test.each([
  ['before its cancellation', [pay('o-2', 900), pay('o-1', 4_998), cancel('o-1')]],
  ['after its cancellation', [pay('o-2', 900), cancel('o-1'), pay('o-1', 4_998)]],
  ['twice, around its cancellation', [pay('o-1', 4_998), cancel('o-1'), pay('o-1', 700), pay('o-2', 900)]],
])('a cancelled order gives no points, when it was paid %s', async (_, events) => {
  for (const event of events) await inTransaction(event)
  expect(await balance()).toEqual([{ user_id: 'u-1', points: 9 }])
})

test('an effect that happens twice shows: as points, and as a second cancellation', async () => {
  for (const event of [pay('o-2', 900), pay('o-2', 900), cancel('o-1'), cancel('o-1')]) await inTransaction(event)
  expect(await balance()).toEqual([{ user_id: 'u-1', points: 18 }])
  expect((await own.pool.query('select order_id from loyalty_cancellation')).rowCount).toBe(2)
})

test('a customer whose only order is cancelled has no points', async () => {
  for (const event of [cancel('o-1'), pay('o-1', 4_998)]) await inTransaction(event)
  expect(await balance()).toEqual([{ user_id: 'u-1', points: 0 }])
})

type Event = (tx: Transaction) => Promise<void>

function pay(orderId: string, amount: number): Event {
  const order = {
    orderId,
    transactionId: 't-1',
    userId: 'u-1',
    amount,
    currency: 'EUR',
    paidAt: '',
    items: [],
  } as const
  return (tx) => ledger.onOrderPaid(order, { tx })
}

function cancel(orderId: string): Event {
  const order = { orderId, userId: 'u-1', reason: 'customer-request', cancelledAt: '' } as const
  return (tx) => ledger.onOrderCancelled(order, { tx })
}

async function inTransaction(event: Event): Promise<void> {
  const transaction = await database.begin({ lockMs: 1_000, statementMs: 1_000, idleMs: 1_000 })
  await event(transaction.handlerScope().tx)
  await transaction.commit()
}

async function balance(): Promise<readonly unknown[]> {
  return (await own.pool.query('select * from loyalty_balance order by user_id')).rows
}
