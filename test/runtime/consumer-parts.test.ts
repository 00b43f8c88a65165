import { expect, test } from 'vitest'
import type { Delivery, SubscribeOptions, Subscription } from '../../templates/runtime/broker/broker-types.js'
import { inTurns } from '../../templates/runtime/consumer/bookkeeping.js'
import { createFlights } from '../../templates/runtime/consumer/flights.js'
import { gather } from '../../templates/runtime/consumer/gather.js'
import type { GroupContext } from '../../templates/runtime/consumer/group-context.js'
import { createQueueConsumer } from '../../templates/runtime/consumer/queue-consumer.js'
import { DatabaseConnectionError } from '../../templates/runtime/database/connection-error.js'
import { createValidator } from '../../templates/runtime/message/validator.js'
import type { Database, Transaction } from '../../templates/runtime/types.js'
import { orderGroup, orderMessages, orderSchemas } from '../support/order-contract.js'

test('a queue that is subscribed while consuming is suspended does not deliver', async () => {
  const { consumer, subscriptions } = fakeConsumer({
    // The database goes away between the first queue and the second.
    onSubscribe: (name) => (name.endsWith('.dead') ? consumer.suspend('breaker') : Promise.resolve()),
  })
  await consumer.start()
  expect(subscriptions.map(({ consuming }) => consuming)).toEqual([false, false])
  await consumer.resume('breaker')
  expect(subscriptions.map(({ consuming }) => consuming)).toEqual([true, true])
})

test('what arrives while a suspension is on its way goes back only when no more can come', async () => {
  const events: string[] = []
  const { consumer, deliver, subscriptions } = fakeConsumer({})
  await consumer.start()
  let cancelled = (): void => {}
  const pausing = new Promise<void>((resolve) => {
    cancelled = resolve
  })
  for (const subscription of subscriptions) subscription.pause = () => pausing
  const suspended = consumer.suspend('breaker')
  deliver({ onHandBack: () => events.push('handed back') })
  await Promise.resolve()
  events.push('cancelled')
  cancelled()
  await suspended
  expect(events).toEqual(['cancelled', 'handed back'])
  expect(consumer.ready).toBe(false)
})

test('calls that come while one is under way go together into the next', async () => {
  const calls: (readonly number[])[] = []
  let release = (): void => {}
  const first = new Promise<void>((resolve) => {
    release = resolve
  })
  const double = gather(async (inputs: readonly number[]) => {
    calls.push(inputs)
    if (calls.length === 1) await first
    if (inputs.includes(13)) throw new Error('unlucky')
    return inputs.map((input) => input * 2)
  })
  const answers = [1, 2, 3].map(double)
  release()
  expect(await Promise.all(answers)).toEqual([2, 4, 6])
  expect(calls).toEqual([[1], [2, 3]])
  await expect(double(13)).rejects.toThrow('unlucky')
  expect(await double(4)).toBe(8)
})

test('bookkeeping takes turns, whoever asks, and fails together when the database cannot be reached', async () => {
  let running = 0
  let most = 0
  const gone = new DatabaseConnectionError('connect-failed', 'gone')
  const database = fakeDatabase(async (text) => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    if (text === 'gone') throw gone
    if (text === 'refused') throw new Error('refused')
    return { rows: [], rowCount: 0 }
  })
  const one = inTurns(database)
  const other = inTurns(database)
  const asked = ['fine', 'refused', 'fine', 'gone', 'behind', 'behind'].map((text, index) =>
    (index % 2 === 0 ? one : other).query(text).then(
      () => 'answered',
      (error: unknown) => (error === gone ? 'gone' : 'refused'),
    ),
  )
  expect(await Promise.all(asked)).toEqual(['answered', 'refused', 'answered', 'gone', 'gone', 'gone'])
  expect(most).toBe(1)
  await other.query('fine')
})

interface FakeOptions {
  readonly onSubscribe?: (name: string) => Promise<void>
}

function fakeConsumer({ onSubscribe = async () => {} }: FakeOptions) {
  const subscriptions: { -readonly [Member in keyof Subscription]: Subscription[Member] }[] = []
  const handlers: SubscribeOptions['onDelivery'][] = []
  const group = orderGroup({ exchange: 'x', queue: 'q' }, {})
  const [queue] = group.queues
  if (queue === undefined) throw new Error('the group has a queue')
  const subscribe = async ({ queue: name, onDelivery }: SubscribeOptions): Promise<Subscription> => {
    await onSubscribe(name)
    handlers.push(onDelivery)
    const subscription = { consuming: true, pause, resume, close: async () => {} }
    async function pause(): Promise<void> {
      subscription.consuming = false
    }
    async function resume(): Promise<void> {
      subscription.consuming = true
    }
    subscriptions.push(subscription)
    return subscription
  }
  const context = {
    group,
    messages: orderMessages,
    exchanges: {},
    validator: createValidator(orderSchemas),
    handlers: new Map(),
    database: fakeDatabase(async () => ({ rows: [], rowCount: 0 })),
    links: { subscribe },
    flights: createFlights<() => void>(),
    instance: 'i',
    stopping: new AbortController().signal,
    observe: () => {},
    log: { info: () => {}, warn: () => {}, error: () => {} },
    // The rest is not reached: nothing is handled here.
  } as unknown as GroupContext<Transaction>
  return { consumer: createQueueConsumer(context, queue), subscriptions, deliver }

  function deliver({ onHandBack }: { readonly onHandBack: () => void }): void {
    const fields = { redelivered: false, exchange: 'x', routingKey: 'order.paid' }
    const message = { content: Buffer.from('{}'), fields, properties: { headers: {} } }
    handlers[0]?.({ message, open: true, ack: () => true, handBack } as unknown as Delivery)
    function handBack(): boolean {
      onHandBack()
      return true
    }
  }
}

function fakeDatabase(answer: Database['query']): Database {
  return {
    schema: 's',
    poolSize: 1,
    query: answer,
    transact: (work) => work(answer),
    begin: () => Promise.reject(new Error('no transactions here')),
    probe: async () => {},
    close: async () => {},
  }
}
