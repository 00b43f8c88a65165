// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { Channel, SocketOptions } from 'amqplib'
import type { BrokerLinks, Sender, SubscribeOptions, Subscription } from './broker/broker-types.js'
import { openSession } from './broker/channel-session.js'
import { type Link, openLink } from './broker/link.js'
import { linkAddresses } from './broker/link-address.js'
import { quietLog } from './broker/quiet-log.js'
import { createSender } from './broker/sender.js'
import { openSubscription } from './broker/subscription.js'
import { ConfigurationError } from './errors.js'
import { RUNTIME } from './revision.js'
import type { Broker, ConnectBrokerOptions, Logger } from './types.js'

const CONNECT_TIMEOUT_MS = 10_000
/** For each step of closing: a broker that takes no messages, or is gone without a word, answers none of them. */
const CLOSE_DEADLINE_MS = 5_000
const CHANNEL_CLOSE_MS = 2_000

/**
 * Connects to RabbitMQ, once for consuming and once for publishing: a broker short of memory stops reading from
 * connections that publish, and acks must not wait behind that.
 *
 * Rejects with `ConfigurationError` when the address is missing or wrong, when the login or the virtual host is
 * refused, and when there is no connection after `connectTimeoutMs`. A connection lost later is made again.
 */
export async function connectBroker(options: ConnectBrokerOptions): Promise<Broker> {
  const consuming = await openNamed(options, 'consuming')
  try {
    return createBroker(consuming, await openNamed(options, 'publishing'), options.log ?? quietLog)
  } catch (error) {
    await consuming.close(0)
    throw error
  }
}

/** What the runtime needs of a broker. Throws `ConfigurationError` for an object that `connectBroker` did not make. */
export function brokerLinks(broker: Broker): BrokerLinks {
  const links = linksOf.get(broker)
  if (links !== undefined) return links
  throw new ConfigurationError(
    'broker-foreign',
    'the broker was not made by connectBroker of this generated code: await connectBroker, and import it from the same folder as the rest',
  )
}

const linksOf = new WeakMap<Broker, BrokerLinks>()

async function openNamed(options: ConnectBrokerOptions, purpose: string): Promise<Link> {
  return openLink({
    addresses: linkAddresses(options),
    socket: socketOptions(options, purpose),
    name: purpose,
    connectTimeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    log: options.log ?? quietLog,
  })
}

function socketOptions({ tls, name }: ConnectBrokerOptions, purpose: string): SocketOptions {
  return {
    ...tls,
    // Small frames are the rule here: an ack held back by the kernel delays the next delivery.
    noDelay: true,
    keepAlive: true,
    clientProperties: {
      connection_name: `${name ?? 'idemgen'} (${purpose})`,
      product: 'idemgen runtime',
      version: String(RUNTIME),
    },
  }
}

function createBroker(consuming: Link, publishing: Link, log: Logger): Broker {
  const open = new Set<Pick<Subscription | Sender, 'close'>>()
  let closing: Promise<void> | undefined
  const broker: Broker = {
    close() {
      closing ??= closeAll()
      return closing
    },
  }
  linksOf.set(broker, { subscribe, openSender, withChannel })
  return broker

  function requireOpen(): void {
    if (closing !== undefined)
      throw new ConfigurationError('broker-closed', 'the broker is closed: connect another one')
  }

  async function subscribe(options: SubscribeOptions): Promise<Subscription> {
    requireOpen()
    const onClosed = (): unknown => open.delete(subscription)
    const subscription = await openSubscription({ link: consuming, options, log: options.log ?? log, onClosed })
    open.add(subscription)
    return subscription
  }

  async function openSender(options: { readonly log?: Logger } = {}): Promise<Sender> {
    requireOpen()
    const onClosed = (): unknown => open.delete(sender)
    const sender = createSender({ link: publishing, log: options.log ?? log, onClosed })
    open.add(sender)
    return sender
  }

  async function withChannel<Result>(work: (channel: Channel) => Promise<Result>): Promise<Result> {
    const session = await openSession(consuming, (connection) => connection.createChannel(), log)
    try {
      return await work(session.channel)
    } finally {
      await session.close(CHANNEL_CLOSE_MS)
    }
  }

  async function closeAll(): Promise<void> {
    await Promise.all([...open].map((closable) => closable.close({ deadlineMs: CLOSE_DEADLINE_MS })))
    await Promise.all([consuming.close(CHANNEL_CLOSE_MS), publishing.close(CHANNEL_CLOSE_MS)])
  }
}
