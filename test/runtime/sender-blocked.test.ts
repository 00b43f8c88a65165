import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import type { OutgoingMessage, Sender } from '../../templates/runtime/broker/broker-types.js'
import { brokerLinks, connectBroker } from '../../templates/runtime/broker.js'
import type { Broker } from '../../templates/runtime/types.js'
import { connectRaw, queueState, type RawBroker, type TestNames, testNames } from '../support/broker.js'
import { waitFor } from '../support/wait-for.js'
import { type RecordingLog, recordingLog } from './recording-log.js'
import { type StallingRelay, startStallingRelay } from './stalling-relay.js'

let relay: StallingRelay
let raw: RawBroker
let names: TestNames
let log: RecordingLog
let broker: Broker
let sender: Sender
let queue: string

beforeEach(async () => {
  const url = inject('amqpUrl')
  const { hostname, port } = new URL(url)
  relay = await startStallingRelay({ host: hostname, port: Number(port) })
  raw = await connectRaw()
  names = testNames()
  queue = names.name('target')
  await raw.channel.assertQueue(queue)
  log = recordingLog()
  broker = await connectBroker({ url: relay.urlVia(url), log })
  sender = await brokerLinks(broker).openSender()
  await sender.send(message('warm-up'))
})

afterEach(async () => {
  await broker.close()
  await relay.close()
  await raw.close()
  await names.cleanUp()
})

function message(text: string, size = 0): OutgoingMessage {
  const content = Buffer.from(text.padEnd(size))
  return { exchange: '', routingKey: queue, content, properties: { mandatory: true } }
}

async function ready(): Promise<number | undefined> {
  return (await queueState(raw, queue))?.ready
}

/** How each send ended: `sent`, `unknown` when it had been written, `unsent` when it had not. */
async function outcomes(sends: readonly Promise<void>[]): Promise<readonly string[]> {
  const settled = await Promise.allSettled(sends)
  return settled.map((each) => {
    if (each.status === 'fulfilled') return 'sent'
    return String(each.reason).includes('could not be sent') ? 'unsent' : 'unknown'
  })
}

test('a broker that takes no messages gets none, and all of them once it does', async () => {
  relay.stall('blocked')
  await waitFor(() => log.has('RabbitMQ takes no messages now: low on memory'), { what: 'we are told' })
  const sends = Array.from({ length: 50 }, (_, i) => sender.send(message(String(i))))
  const impatient = sender.send(message('impatient'), { timeoutMs: 50 })
  expect(await outcomes([impatient])).toEqual(['unsent'])
  relay.resume()
  expect(await outcomes(sends)).toEqual(Array(50).fill('sent'))
  expect(await ready()).toBe(51)
})

test('what was written before the broker blocked is sent again before what waited', async () => {
  const written = ['1', '2', '3'].map((text) => sender.send(message(text)))
  relay.stall('blocked')
  await waitFor(() => log.has('takes no messages now'), { what: 'we are told' })
  const waiting = ['4', '5'].map((text) => sender.send(message(text)))
  relay.cut()
  expect(await outcomes([...written, ...waiting])).toEqual(Array(5).fill('sent'))
  const bodies: string[] = []
  for (let i = 0; i < 6; i += 1) {
    const next = await raw.channel.get(queue, { noAck: true })
    bodies.push(next === false ? 'nothing' : next.content.toString())
  }
  expect(bodies).toEqual(['warm-up', '1', '2', '3', '4', '5'])
})

test('a broker that stops reading is not written to without limit', async () => {
  relay.stall()
  const count = 6_000
  const sends = Array.from({ length: count }, (_, i) => sender.send(message(String(i), 4_096), { timeoutMs: 500 }))
  const ended = await outcomes(sends)
  // What fits into the buffers of the kernel, the sockets and amqplib (1,024 messages) was written, and no more.
  expect(ended.filter((each) => each === 'unknown').length).toBeLessThan(count / 1.5)
  expect(ended.filter((each) => each === 'unsent').length).toBeGreaterThan(0)
  relay.resume()
  await sender.send(message('next'))
})

test('messages go on after the buffers have drained', async () => {
  relay.stall()
  const sends = Array.from({ length: 6_000 }, (_, i) => sender.send(message(String(i), 4_096)))
  relay.resume()
  expect(new Set(await outcomes(sends))).toEqual(new Set(['sent']))
  expect(await ready()).toBe(6_001)
})

test('a blocked publisher does not hold up acks', async () => {
  relay.stall('blocked')
  await waitFor(() => log.has('takes no messages now'), { what: 'we are told' })
  const stuck = sender.send(message('stuck'))
  const acked: boolean[] = []
  const subscription = await brokerLinks(broker).subscribe({
    queue,
    prefetch: 1,
    declare: async () => {},
    onDelivery: (delivery) => void acked.push(delivery.ack()),
    onState() {},
  })
  await waitFor(() => acked.length === 1, { what: 'the delivery' })
  await subscription.close()
  expect(await ready()).toBe(0)
  relay.resume()
  await stuck
})

test('close does not wait for a blocked broker beyond its deadline', async () => {
  relay.stall('blocked')
  await waitFor(() => log.has('takes no messages now'), { what: 'we are told' })
  const pending = outcomes([sender.send(message('stuck'))])
  const startedAt = performance.now()
  await broker.close()
  expect(performance.now() - startedAt).toBeLessThan(8_000)
  expect(await pending).toEqual(['unsent'])
}, 15_000)
