import { expect, onTestFinished, test } from 'vitest'
import { DeclaredError } from '../../templates/runtime/errors.js'
import { createOrderService, type OrderHandler, writeEffect } from '../support/order-service.js'
import { waitFor } from '../support/wait-for.js'
import { startWired } from './consumer-start.js'

class CouponExhausted extends DeclaredError {
  readonly code = 'CouponExhausted'
}
class WithoutCode extends DeclaredError {
  readonly code = undefined as unknown as string
}

/** What no handler should throw, and some does. */
const oddities: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  null: null,
  symbol: Symbol('thrown'),
  'object without a prototype': Object.create(null),
  'object that refuses to be a text': { toString: refuse },
  'message that is an object': Object.assign(new Error(), { message: { reason: 'none' } }),
  'message that is undefined': Object.assign(new Error(), { message: undefined }),
  'name that is a number': Object.assign(new Error('x'), { name: 42 }),
  'name without end': Object.assign(new Error('x'), { name: 'x'.repeat(100_000) }),
  'declared error without a code': new WithoutCode('x'),
  'cause that is a circle': circle(),
  'megabyte with NUL and lone surrogates': new Error(`a\0b\ud800${'x'.repeat(2 ** 20)}\udc00`),
  'message that throws': Object.defineProperty(new Error(), 'message', { get: refuse }),
  'code that throws': Object.defineProperty(new Error(), 'code', { get: refuse }),
  'cause that throws': Object.defineProperty(new Error(), 'cause', { get: refuse }),
  'proxy that throws': new Proxy(new Error(), { get: refuse, getPrototypeOf: refuse }),
}

test('whatever a handler throws, its message is retried and parked', async () => {
  const service = await createOrderService()
  await service.start(
    async (order) => {
      throw oddities[order.orderId]
    },
    { queue: { retry: { attempts: 2, delaysMs: [100] } } },
  )
  const names = Object.keys(oddities)
  for (const orderId of names) await service.publish({ orderId, amount: 1 })
  await waitFor(() => service.count('parked') === names.length, { what: 'all are parked', deadlineMs: 15_000 })
  expect(service.count('retried')).toBe(names.length)
  const failures = await service.failures()
  expect(failures.map(({ class: kind, runs }) => `${kind} ${runs}`)).toEqual(names.map(() => 'attempts-exhausted 2'))
  for (const { code } of failures) expect(code.length).toBeLessThanOrEqual(200)
})

test('handlers that return no promise, or throw before they return one, are handlers', async () => {
  const service = await createOrderService()
  const handler = ((order: { readonly orderId: string }) => {
    if (order.orderId === 'throws') throw new CouponExhausted('at once')
    // Whatever can be awaited counts.
    return order.orderId === 'thenable' ? { then: (done: () => void) => done() } : 'no promise'
  }) as unknown as OrderHandler
  await service.start(handler)
  for (const orderId of ['returns', 'thenable', 'throws']) await service.publish({ orderId, amount: 1 })
  await waitFor(() => service.count('processed') === 2 && service.count('parked') === 1, { what: 'all three' })
  expect(await service.failures()).toMatchObject([{ class: 'business', code: 'CouponExhausted' }])
})

test('metrics and logs that throw or reject decide nothing', async () => {
  const service = await createOrderService()
  const unhandled: unknown[] = []
  const note = (reason: unknown): unknown => unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const rejects = async (): Promise<void> => refuse()
  await startWired(
    service,
    async (order, context) => {
      if (context.run === 1) throw new Error('once')
      await writeEffect(order, context)
    },
    {
      observe(event) {
        service.events.push(event)
        return rejects()
      },
      log: { info: refuse, warn: rejects, error: refuse },
    },
  )
  await service.publish({ orderId: 'o-1', amount: 1 })
  await waitFor(() => service.count('processed') === 1, { what: 'the second run' })
  await service.settled()
  expect(await service.effects()).toHaveLength(1)
  expect(unhandled).toEqual([])
})

test('a deadlock in a savepoint is tried again at once, whatever undeclared errors count as', async () => {
  const service = await createOrderService()
  let tries = 0
  await service.start(
    async (order, context) => {
      tries += 1
      await context.tx.savepoint(() => context.tx.query(raise(tries < 3 ? '40P01' : undefined)))
      await writeEffect(order, context)
    },
    { group: { errors: { business: [], system: [], default: 'business' } } },
  )
  await service.publish({ orderId: 'o-1', amount: 1 })
  await waitFor(() => service.count('processed') === 1, { what: 'the third try' })
  expect(tries).toBe(3)
  expect(service.count('retried')).toBe(0)
})

test('a full disk is never a business error, and an application code that looks like an SQLSTATE is none', async () => {
  const service = await createOrderService()
  const runs: string[] = []
  await service.start(
    async (order, context) => {
      runs.push(`${order.orderId} ${context.run}`)
      if (order.orderId === 'coupon') throw Object.assign(new Error('none left'), { code: '40001' })
      if (context.run === 1) await context.tx.savepoint(() => context.tx.query(raise('53100')))
    },
    { group: { errors: { business: [], system: [], default: 'business' } } },
  )
  await service.publish({ orderId: 'disk', amount: 1 })
  await waitFor(() => service.count('processed') === 1, { what: 'the second run' })
  await service.publish({ orderId: 'coupon', amount: 1 })
  await waitFor(() => service.count('parked') === 1, { what: 'the business error' })
  expect(runs).toEqual(['disk 1', 'disk 2', 'coupon 1'])
  expect(await service.failures()).toMatchObject([{ class: 'business', dedup_key: 'ORDER_PAID:coupon' }])
})

test('an error thrown from a savepoint undoes its statements and is judged by its own class', async () => {
  const service = await createOrderService()
  await service.database.pool.query('create table stock (id text primary key)')
  await service.start(async (order, context) => {
    const { tx } = context
    await tx.query('insert into stock values ($1) on conflict do nothing', ['coupon'])
    const taken = tx.savepoint(() => tx.query('insert into stock values ($1)', ['coupon']))
    await taken.catch(() => {})
    await writeEffect(order, context)
    if (order.amount > 1) await tx.savepoint(() => Promise.reject(new CouponExhausted('none left')))
  })
  await service.publish({ orderId: 'fits', amount: 1 })
  await service.publish({ orderId: 'exhausted', amount: 2 })
  await waitFor(() => service.count('processed') === 1 && service.count('parked') === 1, { what: 'both' })
  expect(await service.effects()).toEqual([{ order_id: 'fits', amount: 1 }])
  expect(await service.failures()).toMatchObject([{ class: 'business', code: 'CouponExhausted', runs: 1 }])
})

test('a message whose headers leave no room for those of a copy is parked instead of circling in its lane', async () => {
  const service = await createOrderService()
  await service.start(
    async (order, context) => {
      if (order.orderId === 'large') throw new Error('at every run')
      await writeEffect(order, context)
    },
    { queue: { concurrency: 1, prefetch: 1 } },
  )
  // A double of another client's that amqplib reads and cannot write, and a table as large as it can be.
  const unsendable = [{ ratio: { '!': 'double', value: 2 ** 51 + 0.5 } }, { note: 'x'.repeat(65_480) }]
  for (const [index, headers] of unsendable.entries()) {
    await service.publish({ orderId: 'large', amount: index }, { headers })
    await service.publish({ orderId: `next-${index}`, amount: 1 })
    await waitFor(() => service.count('processed') === index + 1, { what: 'the message behind it' })
  }
  expect(service.count('retried')).toBe(0)
  expect(await service.failures()).toMatchObject([{ class: 'attempts-exhausted', runs: 1 }, { class: 'mismatch' }])
})

function refuse(): never {
  throw new Error('refused')
}

function circle(): Error {
  const error = new Error('a circle')
  error.cause = error
  return error
}

function raise(state: string | undefined): string {
  return state === undefined ? 'select 1' : `do $$ begin raise exception 'raised' using errcode = '${state}'; end $$`
}
