import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectRaw, queueState, type RawBroker, type TestNames, testNames } from '../support/broker.js'
import { startChild, type TestChild } from '../support/child.js'
import { createTestDatabase, type TestDatabase } from '../support/database.js'
import { generateSpec } from '../support/generate.js'
import { expectNothingOpen } from '../support/leaks.js'
import { waitFor } from '../support/wait-for.js'

const groups = ['marketing-coupon', 'loyalty-points', 'notification'] as const
const PAID = 4_500
const CANCELLED = 500
/** Bodies that no group can decode, sent to each group's queue. */
const POISON = ['not json', '{"orderId":"o-1"}', '\0\0', '']
const ROUNDS = 10

let database: TestDatabase
let raw: RawBroker
let names: TestNames
let folder: string
let queues: Readonly<Record<(typeof groups)[number], string>>
let exchange: string

beforeAll(async () => {
  names = testNames()
  raw = await connectRaw()
  database = await createTestDatabase()
  // No constraint: a doubled effect must be able to show.
  await database.pool.query('create table effect (consumer_group text not null, business_key text not null)')
  exchange = names.name('order.event.exchange')
  const delaysMs = [200, 1_000]
  queues = {
    'marketing-coupon': names.queue('marketing', delaysMs),
    'loyalty-points': names.queue('loyalty', delaysMs),
    notification: names.queue('notification', delaysMs),
  }
  const spec = await readFile(new URL('../../specs/orders.yaml', import.meta.url), 'utf8')
  folder = await generateSpec(
    replaceOnce(spec, [
      ['name: order.event.exchange', `name: ${exchange}`],
      ['queue: queue.marketing', `queue: ${queues['marketing-coupon']}`],
      ['queue: queue.loyalty', `queue: ${queues['loyalty-points']}`],
      ['          handlerTimeout: 5s', `          handlerTimeout: 5s\n          queue: ${queues.notification}`],
      ['delays: [1s, 10s, 1m, 10m]', 'delays: [200ms, 1s]'],
    ]),
  )
})

afterAll(async () => {
  await names.cleanUp()
  await raw.close()
  await database.drop()
})

test('5,000 events, published up to four times, with a consumer killed every second: none lost, none doubled', async () => {
  const consumers = new Map<string, TestChild>()
  for (const group of groups) for (const i of [1, 2]) consumers.set(`${group} ${i}`, await startConsumer(group))

  const publisher = await startChild({
    entry: 'test/e2e/order-publisher.ts',
    args: [JSON.stringify({ amqpUrl: inject('amqpUrl'), orders: PAID, cancellations: CANCELLED })],
    generated: folder,
  })
  await sendPoison()

  let kills = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    await nextSecond()
    const [name] = [...consumers.keys()].slice(round % consumers.size)
    if (name === undefined) break
    await consumers.get(name)?.kill('SIGKILL')
    kills += 1
    consumers.set(name, await startConsumer(name.split(' ')[0] as (typeof groups)[number]))
  }
  expect((await publisher.exited).code).toBe(0)

  const expected = PAID * 3 + CANCELLED * 2
  await waitFor(async () => (await effects()).rows >= expected && (await waiting()) === 0, {
    what: 'every event has its effects and the queues are empty',
    deadlineMs: 240_000,
    intervalMs: 500,
  })
  const exits = await Promise.all([...consumers.values()].map((consumer) => consumer.kill('SIGTERM')))
  expect(exits.map(({ code }) => code)).toEqual(exits.map(() => 0))

  const { rows, distinct } = await effects()
  const failures = await database.pool.query<{ class: string; queue: string }>(
    'select class, queue from idempotency.idempotent_failure where state = $1',
    ['parked'],
  )
  console.log(
    `kills ${kills}, effects ${rows}, distinct ${distinct}, expected ${expected}, ` +
      `lost ${expected - distinct}, doubled ${rows - distinct}, parked ${failures.rows.length}`,
  )
  expect({ lost: expected - distinct, doubled: rows - distinct }).toEqual({ lost: 0, doubled: 0 })
  expect(failures.rows.filter((row) => row.class !== 'poison')).toEqual([])
  expect(failures.rows).toHaveLength(POISON.length * groups.length)
  await expectNothingOpen({ database, broker: raw, names })
}, 300_000)

function startConsumer(group: (typeof groups)[number]): Promise<TestChild> {
  const settings = { group, amqpUrl: inject('amqpUrl'), databaseUrl: database.url }
  return startChild({ entry: 'test/e2e/order-consumer.ts', args: [JSON.stringify(settings)], generated: folder })
}

async function sendPoison(): Promise<void> {
  for (const queue of Object.values(queues)) {
    await waitFor(() => queueState(raw, queue), { what: `${queue} is declared` })
    for (const body of POISON)
      raw.channel.sendToQueue(queue, Buffer.from(body), { persistent: true, type: 'ORDER_PAID' })
  }
  await raw.channel.waitForConfirms()
}

async function effects(): Promise<{ readonly rows: number; readonly distinct: number }> {
  const { rows } = await database.pool.query<{ rows: number; distinct: number }>(
    `select count(*)::integer as rows, count(distinct (consumer_group, business_key))::integer as distinct from effect`,
  )
  return rows[0] ?? { rows: 0, distinct: 0 }
}

async function waiting(): Promise<number> {
  let messages = 0
  for (const name of names.all) messages += (await queueState(raw, name))?.ready ?? 0
  return messages
}

async function nextSecond(): Promise<void> {
  const until = performance.now() + 1_000
  await waitFor(() => performance.now() >= until, { what: 'a second has passed' })
}

function replaceOnce(text: string, pairs: readonly (readonly [find: string, replacement: string])[]): string {
  return pairs.reduce((current, [find, replacement]) => {
    if (current.split(find).length !== 2) throw new Error(`the spec must contain once: ${find}`)
    return current.replace(find, replacement)
  }, text)
}
