import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectRaw, queueState, type RawBroker, type TestNames, testNames } from './broker.js'
import { expectNothingOpen } from './leaks.js'
import { waitFor } from './wait-for.js'

let broker: RawBroker
let names: TestNames

beforeEach(async () => {
  broker = await connectRaw()
  names = testNames()
})

afterEach(async () => {
  await names.cleanUp()
  await broker.close()
})

test('clean-up deletes queues, what is derived from them, and exchanges', async () => {
  const queue = names.queue('orders', [50])
  const queues = [queue, `${queue}.dead`, `${queue}.parked`, `${queue}.retry.50`]
  for (const each of queues) await broker.channel.assertQueue(each)
  const exchange = names.name('events')
  await broker.channel.assertExchange(exchange, 'topic')
  await names.cleanUp()
  for (const each of queues) expect(await queueState(broker, each)).toBeUndefined()
  await expect(broker.channel.checkExchange(exchange)).rejects.toMatchObject({ code: 404 })
})

test('a consumer and a message that was never acknowledged are told as left open', async () => {
  const queue = names.queue('orders')
  await broker.channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } })
  broker.channel.sendToQueue(queue, Buffer.from('body'))
  await broker.channel.waitForConfirms()
  const channel = await broker.connection.createChannel()
  let isDelivered = false
  await channel.consume(queue, () => {
    isDelivered = true
  })
  await waitFor(() => isDelivered, { what: 'the delivery' })
  const check = { broker, names, deadlineMs: 200 }
  await expect(expectNothingOpen(check)).rejects.toThrow(`left open: ${queue} has 1 consumers`)
  await channel.close()
  await expect(expectNothingOpen(check)).rejects.toThrow(`left open: ${queue} holds 1 messages instead of 0`)
  await expectNothingOpen({ ...check, waiting: { [queue]: 1 } })
})
