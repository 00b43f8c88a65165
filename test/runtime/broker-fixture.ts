import { inject } from 'vitest'
import type { BrokerLinks } from '../../templates/runtime/broker/broker-types.js'
import { brokerLinks, connectBroker } from '../../templates/runtime/broker.js'
import type { Broker, ConnectBrokerOptions } from '../../templates/runtime/types.js'
import { connectRaw, type RawBroker, type TestNames, testNames } from '../support/broker.js'
import { startProxy, type TestProxy } from '../support/proxy.js'
import { type RecordingLog, recordingLog } from './recording-log.js'

/** A broker connection behind a proxy, a plain one beside it, and names that go away with them. */
export interface BrokerFixture {
  readonly broker: Broker
  readonly links: BrokerLinks
  readonly log: RecordingLog
  readonly proxy: TestProxy
  readonly raw: RawBroker
  readonly names: TestNames
  /** Closes everything and deletes what was declared. */
  close(): Promise<void>
}

export async function openBrokerFixture(options: ConnectBrokerOptions = {}): Promise<BrokerFixture> {
  const url = inject('amqpUrl')
  const { hostname, port } = new URL(url)
  const proxy = await startProxy({ host: hostname, port: Number(port) })
  const log = recordingLog()
  const broker = await connectBroker({ url: proxy.urlVia(url), log, ...options })
  const raw = await connectRaw()
  const names = testNames()
  return {
    broker,
    links: brokerLinks(broker),
    log,
    proxy,
    raw,
    names,
    async close() {
      try {
        await broker.close()
      } finally {
        await proxy.close()
        await raw.close()
        await names.cleanUp()
      }
    },
  }
}

/** The bodies in a queue, in order, taken out of it. */
export async function drain({ raw }: BrokerFixture, queue: string): Promise<readonly string[]> {
  const bodies: string[] = []
  for (;;) {
    const message = await raw.channel.get(queue, { noAck: true })
    if (message === false) return bodies
    bodies.push(message.content.toString())
  }
}
