// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { replyCode } from './broker/amqp-error.js'
import type { BrokerLinks, Sender } from './broker/broker-types.js'
import { quietLog } from './broker/quiet-log.js'
import { declareExchanges } from './broker/topology.js'
import { createWindow, type Window } from './broker/window.js'
import { brokerLinks } from './broker.js'
import { ConfigurationError, InvalidMessageError } from './errors.js'
import { type CallerOptions, type Composition, composeMessage } from './message/compose-message.js'
import { contentEncoder } from './message/content-encoding.js'
import { createValidator, type Validator } from './message/validator.js'
import type {
  CreatePublishersOptions,
  ExchangeDescriptors,
  Logger,
  MessageDescriptors,
  MessageShape,
  PublishChannelDescriptor,
  Published,
  PublishedReply,
  Publisher,
  PublisherDescriptor,
  PublishOptions,
  TargetShape,
  TopologyMode,
} from './types.js'

/** The emitted facts of a spec. */
export interface PublisherWiring {
  readonly publishers: Readonly<Record<string, PublisherDescriptor>>
  readonly messages: MessageDescriptors
  readonly exchanges: ExchangeDescriptors
  /** The emitted document of schemas. */
  readonly schemas: Readonly<Record<string, unknown>>
}

export interface OpenPublishers {
  publisher<Message extends MessageShape, Target extends TargetShape = Message, Result = Published>(
    descriptor: PublisherDescriptor,
  ): Publisher<Message, Target, Result>
}

/**
 * Declares the exchanges and opens one channel for all publishers, so that what one process publishes stays in order.
 * Rejects with `TopologyError` when an exchange stands with other settings, and with `ConfigurationError` when the
 * spec asks for something that cannot be done.
 */
export async function openPublishers(
  wiring: PublisherWiring,
  options: CreatePublishersOptions,
): Promise<OpenPublishers> {
  const links = brokerLinks(options.broker)
  const log = options.log ?? quietLog
  await declareAll(links, wiring, log)
  const sender = await links.openSender({ log })
  const validator = createValidator(wiring.schemas)
  return {
    publisher: (descriptor) => createPublisher({ wiring, sender, validator }, descriptor),
  }
}

async function declareAll(
  { withChannel }: BrokerLinks,
  { publishers, exchanges }: PublisherWiring,
  log: Logger,
): Promise<void> {
  const channels = Object.values(publishers).flatMap((publisher) => Object.values(publisher.channels))
  for (const [name, mode] of modesOf(channels)) {
    // Exchanges without a descriptor are somebody else's affair; a missing one is told by the first publish.
    if (mode !== 'assert' || !Object.hasOwn(exchanges, name)) {
      if (mode === 'check') await declareExchanges({ withChannel, mode, names: [name], exchanges })
      continue
    }
    try {
      await declareExchanges({ withChannel, mode: 'assert', names: [name], exchanges })
    } catch (error) {
      if (!isForbidden(error)) throw error
      // A user that may only write to the exchange can still look whether it stands.
      log.info({ exchange: name }, 'this user may not declare the exchange; it is used as it stands')
      await declareExchanges({ withChannel, mode: 'check', names: [name], exchanges })
    }
  }
}

/** What is to be done about each exchange: the most that one of its channels asks for. */
function modesOf(channels: readonly PublishChannelDescriptor[]): ReadonlyMap<string, TopologyMode> {
  const modes = new Map<string, TopologyMode>()
  for (const { exchange, topology = 'assert' } of channels) {
    const before = modes.get(exchange)
    if (before === undefined || strength[topology] > strength[before]) modes.set(exchange, topology)
  }
  return modes
}

const strength = { skip: 0, check: 1, assert: 2 } as const

function isForbidden(error: unknown): boolean {
  return error instanceof Error && replyCode(error.cause) === 403
}

interface Parts {
  readonly wiring: PublisherWiring
  readonly sender: Sender
  readonly validator: Validator
}

/** A channel that a message can be sent to. */
interface Outlet {
  readonly composition: Composition
  readonly window: Window
}

/** What any publisher takes; the type of each one narrows it. */
interface AnyOptions extends PublishOptions, CallerOptions {
  readonly channel?: string
}

function createPublisher<Message extends MessageShape, Target extends TargetShape, Result>(
  parts: Parts,
  descriptor: PublisherDescriptor,
): Publisher<Message, Target, Result> {
  const outlets = new Map(
    Object.keys(descriptor.channels).map((name) => [name, createOutlet(parts, descriptor, name)] as const),
  )
  return {
    async publish(payload, ...given) {
      // True: the tuple holds one object or nothing, and its type only says which fields are required.
      const [options = {}] = given as readonly [AnyOptions?]
      const published = await publishTo(chooseOutlet(outlets, options.channel), parts.sender, payload, options)
      // True: what is emitted expects no key exactly where the message has none.
      return published as Result
    },
  }
}

function createOutlet({ wiring, validator }: Parts, descriptor: PublisherDescriptor, name: string): Outlet {
  const channel = descriptor.channels[name]
  const message = wiring.messages[descriptor.message]
  if (channel === undefined || message === undefined) {
    throw new ConfigurationError(
      'contract-incomplete',
      `there is no message ${descriptor.message}: generate the code again`,
    )
  }
  return {
    window: createWindow(channel.window),
    composition: {
      message,
      channel,
      validator,
      of: routingOf(channel.exchange, wiring.exchanges),
      encode: contentEncoder(message.contentEncoding),
    },
  }
}

function routingOf(exchange: string, exchanges: ExchangeDescriptors): Composition['of'] {
  if (exchange === '') return 'queue'
  return exchange === 'amq.topic' || exchanges[exchange]?.type === 'topic' ? 'topic' : 'exchange'
}

function chooseOutlet(outlets: ReadonlyMap<string, Outlet>, name: string | undefined): Outlet {
  const [only, second] = outlets.values()
  const outlet = name === undefined && second === undefined ? only : outlets.get(name ?? '')
  if (outlet !== undefined) return outlet
  throw new InvalidMessageError(
    'channel-unknown',
    `${name === undefined ? 'the option channel is missing' : `there is no channel ${JSON.stringify(name)}`}: ` +
      `this message is sent to ${[...outlets.keys()].join(' or ')}`,
  )
}

/**
 * Nothing is awaited before `send`: messages are made, and wait for the window, in the order of the calls. The confirm
 * timeout counts from the call, so that no more wait than arrive in that time however long the broker is away.
 */
async function publishTo(
  outlet: Outlet,
  sender: Sender,
  payload: unknown,
  options: AnyOptions,
): Promise<Published | PublishedReply> {
  const { composition, window } = outlet
  const { outgoing, messageId, businessKey } = composeMessage(composition, payload, options)
  await sender.send(outgoing, {
    timeoutMs: composition.channel.confirmTimeoutMs,
    window,
    ...(options.signal !== undefined && { signal: options.signal }),
  })
  return businessKey === undefined ? { messageId } : { messageId, businessKey }
}
