import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loadDocument } from '../../generator/load/load-document.js'
import { readTemplates } from '../../generator/load/read-templates.js'
import { makeOutput } from '../../generator/output/make-output.js'
import type {
  Broker,
  Database,
  Handler,
  Published,
  RunningConsumer,
  Transaction,
} from '../../templates/runtime/types.js'
import { withExports } from '../render/execute.js'
import { type TestNames, testNames } from '../support/broker.js'
import { createTestDatabase, type TestDatabase } from '../support/database.js'
import { waitFor } from '../support/wait-for.js'

let database: TestDatabase
let names: TestNames

beforeAll(async () => {
  names = testNames()
  database = await createTestDatabase()
})
afterAll(async () => {
  await names.cleanUp()
  await database.drop()
})

interface Paid {
  readonly payload: { readonly orderId: string }
}

/** What the index of the output exports, as far as this test goes. */
interface Generated {
  connectBroker(options: { readonly url: string }): Promise<Broker>
  pgDatabase(options: { readonly connectionString: string }): Database<Transaction> & { close(): Promise<void> }
  readonly orders: {
    createPublishers(options: {
      readonly broker: Broker
    }): Promise<{ readonly paid: { publish(payload: Paid['payload']): Promise<Published> } }>
  }
  readonly mailing: {
    startMailing(options: {
      readonly broker: Broker
      readonly database: Database<Transaction>
      readonly handlers: { readonly onPaid: Handler<Paid, Transaction> }
    }): Promise<RunningConsumer>
  }
}

const document = (exchange: string, annotation: string, action: string) => `asyncapi: 3.0.0
info: { title: t, version: "1" }
channels:
  paid:
    address: order.paid
    messages: { Paid: { payload: { type: object, required: [orderId], properties: { orderId: { type: string } } } } }
    bindings: { amqp: { is: routingKey, exchange: { name: ${exchange}, type: topic } } }
    x-idempotency: { eventType: ORDER_PAID, businessKey: [orderId]${annotation} }
operations:
  own: { action: ${action}, channel: { $ref: "#/channels/paid" } }
`

test("what one document's publisher sends, the other's consumer processes once, on one broker and one database", async () => {
  const exchange = names.name('orders')
  const queue = names.queue('mailing', [1_000, 5_000, 30_000, 120_000, 600_000])
  const texts = {
    orders: document(exchange, '', 'send'),
    mailing: document(exchange, `, consumers: { mailing: { queue: ${queue} } }`, 'receive'),
  }
  const sources = await Promise.all(
    Object.entries(texts).map(async ([folder, text]) => {
      const readFile = async () => new TextEncoder().encode(text)
      const loaded = await loadDocument({ path: `${folder}.yaml`, cwd: '/project', readFile })
      if (loaded.document === undefined) throw new Error(JSON.stringify(loaded.findings))
      return { document: loaded.document, path: `../${folder}.yaml`, folder }
    }),
  )
  const { files, findings } = await makeOutput(sources, { templates: readTemplates(), importExtension: 'js' })
  expect(findings).toEqual([])

  await withExports(files, 'index.js', async (exports) => {
    // True: the documents above say so, and what is not there fails below.
    const { connectBroker, pgDatabase, orders, mailing } = exports as unknown as Generated
    const broker = await connectBroker({ url: inject('amqpUrl') })
    const own = pgDatabase({ connectionString: database.url })
    const handled: string[] = []
    const handlers = {
      async onPaid({ orderId }: Paid['payload']) {
        handled.push(orderId)
      },
    }
    const consumer = await mailing.startMailing({ broker, database: own, handlers })
    const publishers = await orders.createPublishers({ broker })
    for (const orderId of ['o-1', 'o-1', 'o-2']) await publishers.paid.publish({ orderId })
    const recorded = async () => {
      const { rows } = await database.pool.query('select dedup_key from idempotency.idempotent_record order by 1')
      return rows.length === 2 && rows
    }
    const rows = await waitFor(recorded, { what: 'both orders are recorded' })
    expect(rows).toEqual([{ dedup_key: 'ORDER_PAID:o-1' }, { dedup_key: 'ORDER_PAID:o-2' }])
    expect(handled.toSorted()).toEqual(['o-1', 'o-2'])
    await consumer.stop()
    await broker.close()
    await own.close()
  })
})
