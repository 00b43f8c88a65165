import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OutgoingMessage, Sender } from '../../templates/runtime/broker/broker-types.js'
import { createWindow } from '../../templates/runtime/broker/window.js'
import { queueState } from '../support/broker.js'
import { amqpMethod } from '../support/proxy.js'
import { waitFor } from '../support/wait-for.js'
import { type BrokerFixture, drain, openBrokerFixture } from './broker-fixture.js'

let fixture: BrokerFixture
let sender: Sender
let queue: string

beforeEach(async () => {
  fixture = await openBrokerFixture()
  sender = await fixture.links.openSender()
  queue = fixture.names.name('target')
  await fixture.raw.channel.assertQueue(queue)
})

afterEach(() => fixture.close())

const basicPublish = amqpMethod(60, 40)

function message(text: string, changes: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    exchange: '',
    routingKey: queue,
    content: Buffer.from(text),
    properties: { mandatory: true, messageId: text },
    ...changes,
  }
}

/** Settled outcomes in words: `sent`, or the code of the error. */
async function outcomes(sends: readonly Promise<void>[]): Promise<readonly string[]> {
  const settled = await Promise.allSettled(sends)
  return settled.map((each) => (each.status === 'fulfilled' ? 'sent' : String(each.reason.code)))
}

test('a confirmed message is in its queue', async () => {
  await sender.send(message('one'))
  expect(await drain(fixture, queue)).toEqual(['one'])
})

test('a message for which there is no queue is rejected as unroutable', async () => {
  const lost = message('lost', { routingKey: fixture.names.name('nowhere') })
  await expect(sender.send(lost)).rejects.toMatchObject({
    name: 'UnroutableError',
    message: `there is no queue "${lost.routingKey}"`,
  })
})

test('of messages with one messageId, sent at once, exactly the unroutable ones are rejected', async () => {
  const properties = { mandatory: true, messageId: 'same' }
  const nowhere = fixture.names.name('nowhere')
  const routes = Array.from({ length: 50 }, (_, i) => (i % 3 === 0 ? nowhere : queue))
  const sends = routes.map((routingKey, i) => sender.send(message(String(i), { properties, routingKey })))
  expect(await outcomes(sends)).toEqual(routes.map((route) => (route === nowhere ? 'unroutable' : 'sent')))
  expect(await drain(fixture, queue)).toHaveLength(33)
})

test('a missing exchange refuses its own messages, and the others arrive in their order', async () => {
  const missing = { exchange: fixture.names.name('no-exchange') }
  const sends = ['a', 'b', 'x', 'c', 'y', 'd'].map((text) =>
    sender.send(message(text, text === 'x' || text === 'y' ? missing : {})),
  )
  expect(await outcomes(sends)).toEqual(['sent', 'sent', 'publish-refused', 'sent', 'publish-refused', 'sent'])
  await expect(sends[2]).rejects.toThrow(`no exchange '${missing.exchange}'`)
  const arrived = await drain(fixture, queue)
  // What was confirmed to nobody when the channel closed is sent again; each first arrival is in order.
  expect([...new Set(arrived)]).toEqual(['a', 'b', 'c', 'd'])
})

test('a message that the broker objects to for itself alone is refused, and the others arrive', async () => {
  const foreign = message('foreign', { properties: { mandatory: true, userId: 'somebody-else' } })
  const sends = [sender.send(message('a')), sender.send(foreign), sender.send(message('b'))]
  expect(await outcomes(sends)).toEqual(['sent', 'publish-refused', 'sent'])
  await expect(sends[1]).rejects.toThrow("user_id property set to 'somebody-else'")
  expect([...new Set(await drain(fixture, queue))]).toEqual(['a', 'b'])
})

test('a full queue that refuses publishes makes the message refused', async () => {
  const full = fixture.names.name('full')
  await fixture.raw.channel.assertQueue(full, { arguments: { 'x-max-length': 1, 'x-overflow': 'reject-publish' } })
  const sends = ['a', 'b', 'c'].map((text) => sender.send(message(text, { routingKey: full })))
  expect(await outcomes(sends)).toEqual(['sent', 'publish-refused', 'publish-refused'])
})

test('what was unconfirmed when the connection broke is sent again first and in order', async () => {
  await sender.send(message('warm-up'))
  fixture.proxy.hold('toClient')
  const sends = ['1', '2', '3', '4'].map((text) => sender.send(message(text)))
  await waitFor(async () => (await queueState(fixture.raw, queue))?.ready === 5, { what: 'all have arrived once' })
  await fixture.proxy.refuse()
  const late = ['5', '6'].map((text) => sender.send(message(text)))
  expect(await drain(fixture, queue)).toEqual(['warm-up', '1', '2', '3', '4'])
  fixture.proxy.release()
  await fixture.proxy.accept()
  expect(await outcomes([...sends, ...late])).toEqual(Array(6).fill('sent'))
  expect(await drain(fixture, queue)).toEqual(['1', '2', '3', '4', '5', '6'])
})

test('a message cut off before its confirm is sent again with the same id and nonce', async () => {
  await sender.send(message('warm-up'))
  await drain(fixture, queue)
  const cut = fixture.proxy.cutBeforeAnswer({ pattern: basicPublish })
  const sending = sender.send(message('twice'))
  await cut
  await sending
  const first = await fixture.raw.channel.get(queue, { noAck: true })
  const second = await fixture.raw.channel.get(queue, { noAck: true })
  if (first === false || second === false) throw new Error('the message was not sent twice')
  expect(second.properties.messageId).toBe('twice')
  expect(second.properties.headers).toEqual(first.properties.headers)
  expect(second.properties.headers?.publishNonce).toEqual(expect.any(String))
})

test('a message that waits too long for its confirm is off the list and not sent again', async () => {
  await sender.send(message('warm-up'))
  fixture.proxy.hold('toServer')
  const sending = sender.send(message('late'), { timeoutMs: 100 })
  await expect(sending).rejects.toMatchObject({
    name: 'PublishOutcomeUnknownError',
    message: expect.stringMatching(/did not confirm .* within 100 ms: it may or may not arrive/),
  })
  fixture.proxy.cut()
  fixture.proxy.release()
  await sender.send(message('next'))
  expect(await drain(fixture, queue)).toEqual(['warm-up', 'next'])
})

test('an abort ends the wait; without a connection the message is known to be unsent', async () => {
  await sender.send(message('warm-up'))
  await fixture.proxy.refuse()
  await waitFor(() => fixture.log.has('channel for publishing was lost'), { what: 'the loss is known' })
  const abort = new AbortController()
  const sending = sender.send(message('never'), { signal: abort.signal })
  abort.abort()
  await expect(sending).rejects.toMatchObject({
    name: 'PublishOutcomeUnknownError',
    message: expect.stringContaining('could not be sent before the wait was given up'),
  })
  await fixture.proxy.accept()
  await sender.send(message('next'))
  expect(await drain(fixture, queue)).toEqual(['warm-up', 'next'])
})

test('a signal that is aborted already sends nothing', async () => {
  await expect(sender.send(message('never'), { signal: AbortSignal.abort() })).rejects.toThrow('could not be sent')
  await sender.send(message('next'))
  expect(await drain(fixture, queue)).toEqual(['next'])
})

test.each([
  { what: 'a routing key of 256 bytes', changes: { routingKey: 'ä'.repeat(128) }, says: 'the routing key "ä' },
  { what: 'an exchange of 256 bytes', changes: { exchange: 'x'.repeat(256) }, says: 'takes 256 bytes' },
  { what: 'a long messageId', changes: { properties: { messageId: 'x'.repeat(256) } }, says: 'the messageId "x' },
  {
    what: 'large headers',
    changes: { properties: { headers: { big: 'x'.repeat(65_536) } } },
    says: 'AMQP carries 65536',
  },
  { what: 'a BigInt', changes: { properties: { headers: { count: 1n } } }, says: 'headers.count cannot be sent' },
  { what: 'a priority over 255', changes: { properties: { priority: 300 } }, says: 'cannot be encoded' },
])('$what is refused before anything is sent, and the channel stays', async ({ changes, says }) => {
  await sender.send(message('warm-up'))
  await expect(sender.send(message('bad', changes))).rejects.toMatchObject({
    name: 'PublishRefusedError',
    message: expect.stringContaining(says),
  })
  await sender.send(message('next'))
  expect(await drain(fixture, queue)).toEqual(['warm-up', 'next'])
  expect(fixture.log.lines).toEqual([])
})

test('close waits for what is unconfirmed', async () => {
  await sender.send(message('warm-up'))
  fixture.proxy.hold('toClient')
  const sending = sender.send(message('last'))
  const closing = sender.close()
  await expect(sender.send(message('too late'))).rejects.toThrow('this service has closed its connection')
  await waitFor(async () => (await queueState(fixture.raw, queue))?.ready === 2, { what: 'it has arrived' })
  fixture.proxy.release('toClient')
  await closing
  await expect(sending).resolves.toBeUndefined()
})

test('close gives up at its deadline and says that the outcome is unknown', async () => {
  await sender.send(message('warm-up'))
  fixture.proxy.hold('toClient')
  const sending = sender.send(message('last'))
  const outcome = outcomes([sending])
  const startedAt = performance.now()
  await sender.close({ deadlineMs: 100 })
  expect(performance.now() - startedAt).toBeLessThan(1_000)
  expect(await outcome).toEqual(['publish-outcome-unknown'])
  fixture.proxy.release()
})

test('close rejects at its deadline also what waits for a window', async () => {
  await sender.send(message('warm-up'))
  fixture.proxy.hold('toClient')
  const window = createWindow(1)
  const outcome = outcomes(['1', '2', '3'].map((text) => sender.send(message(text), { window })))
  await sender.close({ deadlineMs: 50 })
  expect(await outcome).toEqual(Array(3).fill('publish-outcome-unknown'))
  fixture.proxy.release()
})

test('thousands of messages go through in order while the connection is cut again and again', async () => {
  const texts = Array.from({ length: 3_000 }, (_, i) => String(i))
  const sends = texts.map((text) => sender.send(message(text)))
  for (let round = 0; round < 3; round += 1) {
    const confirmed = Promise.race(sends.slice(round * 800 + 100))
    await confirmed
    fixture.proxy.cut()
  }
  expect(new Set(await outcomes(sends))).toEqual(new Set(['sent']))
  const arrived = await drain(fixture, queue)
  expect([...new Set(arrived)]).toEqual(texts)
})
