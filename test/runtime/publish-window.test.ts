import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitFor } from '../support/wait-for.js'
import { drain } from './broker-fixture.js'
import { openPublishFixture, order, type PublishFixture } from './publish-fixture.js'

let fixture: PublishFixture

beforeEach(async () => {
  fixture = await openPublishFixture()
})

afterEach(async () => {
  await fixture.close()
})

test('no more than the window is unconfirmed at a time; the others wait in their order', async () => {
  const publisher = await fixture.openPublisher({ channel: { window: 2 } })
  await publisher.publish({ orderId: 'warm-up' })
  fixture.proxy.hold('toClient')
  const publishing = ['1', '2', '3', '4', '5'].map((orderId) => publisher.publish({ orderId }))
  await waitFor(async () => (await fixture.ready()) === 3, { what: 'the window is full' })
  await Promise.all(Array.from({ length: 3 }, () => fixture.ready()))
  expect(await fixture.ready()).toBe(3)
  fixture.proxy.release()
  await Promise.all(publishing)
  const bodies = await drain(fixture, fixture.queue)
  expect(bodies.map((body) => JSON.parse(body).orderId)).toEqual(['warm-up', '1', '2', '3', '4', '5'])
})

test('the confirm timeout counts from the call, also for what waits for the window', async () => {
  const publisher = await fixture.openPublisher({ channel: { window: 1, confirmTimeoutMs: 200 } })
  await publisher.publish({ orderId: 'warm-up' })
  fixture.proxy.hold('toClient')
  const startedAt = performance.now()
  const orderIds = Array.from({ length: 20 }, (_, i) => String(i))
  const settled = await Promise.allSettled(orderIds.map((orderId) => publisher.publish({ orderId })))
  // One after the other they would take 20 times the timeout.
  expect(performance.now() - startedAt).toBeLessThan(2_000)
  const reasons = settled.map((each) => (each.status === 'rejected' ? each.reason : undefined))
  expect(reasons).toEqual(Array(20).fill(expect.objectContaining({ code: 'publish-outcome-unknown' })))
  expect(String(reasons[0])).toContain('it may or may not arrive')
  // Not every one: a call made a little later may get the place of one that gave up, and then its own time is over.
  expect(reasons.map(String)).toContainEqual(expect.stringContaining('not sent'))
  fixture.proxy.release()
  await publisher.publish({ orderId: 'next' })
})

test('an abort ends the wait for the window without sending', async () => {
  const publisher = await fixture.openPublisher({ channel: { window: 1 } })
  await publisher.publish({ orderId: 'warm-up' })
  fixture.proxy.hold('toClient')
  const first = publisher.publish({ orderId: '1' })
  const abort = new AbortController()
  const second = publisher.publish({ orderId: '2' }, { signal: abort.signal })
  abort.abort()
  await expect(second).rejects.toThrow('no place came free before the wait was given up')
  fixture.proxy.release()
  await first
  const bodies = await drain(fixture, fixture.queue)
  expect(bodies.map((body) => JSON.parse(body).orderId)).toEqual(['warm-up', '1'])
})

test('closing the broker waits for what was published, that which waits for the window included', async () => {
  const publisher = await fixture.openPublisher({ channel: { window: 1 } })
  await publisher.publish({ orderId: 'warm-up' })
  fixture.proxy.delay(50, 'toClient')
  const publishing = ['1', '2', '3'].map((orderId) => publisher.publish({ orderId }))
  await fixture.broker.close()
  expect(await Promise.all(publishing)).toHaveLength(3)
  await expect(publisher.publish(order)).rejects.toMatchObject({ name: 'PublishRefusedError' })
})
