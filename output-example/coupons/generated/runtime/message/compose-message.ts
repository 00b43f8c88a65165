// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { randomUUID } from 'node:crypto'
import type { OutgoingMessage } from '../broker/broker-types.js'
import { InvalidMessageError } from '../errors.js'
import { businessKey } from '../key.js'
import type { MessageDescriptor, PublishChannelDescriptor } from '../types.js'
import { fillParameters } from './fill-parameters.js'
import { copyHeaderPrefix, messageHeaders, publishNonceHeader } from './header-names.js'
import { jsonText } from './json-text.js'
import { propertyNamed } from './locations.js'
import { composeReplyProperties, type ReplyOptions, type ReplyProperties, replyHeaders } from './reply-properties.js'
import { fillRoutingKey, type RoutingKeyTemplate } from './routing-key.js'
import type { Validator } from './validator.js'

/** What a message is made with: facts of the spec, prepared once. */
export interface Composition {
  readonly message: MessageDescriptor
  readonly channel: PublishChannelDescriptor
  readonly of: RoutingKeyTemplate['of']
  readonly encode: (text: string) => Buffer
  readonly validator: Validator
}

/** What a caller gives beside the payload. */
export interface CallerOptions extends ReplyOptions {
  readonly messageId?: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly parameters?: Readonly<Record<string, string>>
}

export interface ComposedMessage {
  readonly outgoing: OutgoingMessage
  readonly messageId: string
  /** Undefined for a reply that no key is declared for. */
  readonly businessKey: string | undefined
}

type Headers = Readonly<Record<string, unknown>>

/** Makes the message to be sent, all in one go: what a caller changes afterwards has no effect. Throws `InvalidMessageError`. */
export function composeMessage(composition: Composition, payload: unknown, options: CallerOptions): ComposedMessage {
  const { message, channel, validator } = composition
  const { text, value } = jsonText(payload, 'payload')
  const fault = validator.check(message.payload, value)
  if (fault !== undefined)
    throw new InvalidMessageError(
      'payload-invalid',
      `the payload of ${message.eventType} does not fit its schema: ${fault}`,
    )
  const given = plainHeaders(options.headers ?? {})
  const parameters = fillParameters(channel, options.parameters ?? {}, { payload: value, headers: given })
  const fill = (template: string) => fillRoutingKey({ template, of: composition.of }, parameters)
  const filledKey = fill(channel.routingKey)
  const key =
    message.key.length === 0 ? undefined : businessKey(message, { payload: value, headers: given, parameters })
  const messageId = options.messageId ?? randomUUID()
  const replies = composeReplyProperties(composition, options, { payload: value, messageId })
  const headers = allHeaders(composition, given, { key, messageId, replies })
  const outgoing = {
    exchange: channel.exchange,
    routingKey: channel.isReply === true ? (replies.replyTo ?? '') : filledKey,
    content: composition.encode(text),
    properties: { ...propertiesOf(message, channel, fill), ...tie(channel, replies), messageId, headers },
  }
  return { outgoing, messageId, businessKey: key }
}

/** `type` and the rest that the spec decides; fields that it leaves open are absent. */
function propertiesOf(
  message: MessageDescriptor,
  channel: PublishChannelDescriptor,
  fill: (template: string) => string,
): OutgoingMessage['properties'] {
  const { expirationMs, priority, userId, cc, bcc } = channel
  return {
    type: message.type ?? message.eventType,
    contentType: message.contentType,
    persistent: channel.persistent,
    mandatory: channel.mandatory,
    ...(channel.timestamp !== false && { timestamp: Math.floor(Date.now() / 1000) }),
    ...(message.contentEncoding !== undefined && { contentEncoding: message.contentEncoding }),
    ...(expirationMs !== undefined && { expiration: String(expirationMs) }),
    ...(priority !== undefined && { priority }),
    ...(userId !== undefined && { userId }),
    ...(cc !== undefined && { CC: cc.map(fill) }),
    ...(bcc !== undefined && { BCC: bcc.map(fill) }),
  }
}

/** A reply is sent to its address and does not carry it: nobody is asked to answer. */
function tie(
  { isReply }: PublishChannelDescriptor,
  { correlationId, replyTo }: ReplyProperties,
): OutgoingMessage['properties'] {
  return {
    ...(correlationId !== undefined && { correlationId }),
    ...(replyTo !== undefined && isReply !== true && { replyTo }),
  }
}

function plainHeaders(headers: Headers): Headers {
  // True: the JSON form of a record is a record.
  const plain = jsonText(headers, 'headers').value as Headers
  for (const name of Object.keys(plain)) {
    if (name === 'CC' || name === 'BCC' || name.startsWith(copyHeaderPrefix)) {
      throw new InvalidMessageError(
        'header-reserved',
        `the header ${JSON.stringify(name)} has a meaning of its own and cannot be sent`,
      )
    }
  }
  return plain
}

/** The caller's headers and ours, checked together as far as the spec declares them. */
function allHeaders(
  { message, validator }: Composition,
  given: Headers,
  {
    key,
    messageId,
    replies,
  }: Pick<ComposedMessage, 'messageId'> & { readonly key: string | undefined; readonly replies: ReplyProperties },
): Headers {
  const declared = validator.declared(message.headers)
  const ours: Headers = {
    ...replyHeaders(message, replies, declared),
    ...(key !== undefined && { [messageHeaders.businessKey]: key, [messageHeaders.keyVersion]: message.keyVersion }),
    [messageHeaders.eventType]: message.eventType,
    ...(declared.has(messageHeaders.messageId) && { [messageHeaders.messageId]: messageId }),
  }
  requireNoConflict(given, ours)
  const { [publishNonceHeader]: _, ...others } = given
  const fault = validator.check(message.headers, { ...others, ...pick(ours, declared) })
  if (fault !== undefined)
    throw new InvalidMessageError(
      'headers-invalid',
      `the headers of ${message.eventType} do not fit their schema: ${fault}`,
    )
  return { ...others, ...ours }
}

function requireNoConflict(given: Headers, ours: Headers): void {
  for (const [name, value] of Object.entries(ours)) {
    if (!Object.hasOwn(given, name) || given[name] === value) continue
    throw new InvalidMessageError(
      'header-reserved',
      name === messageHeaders.messageId || propertyNamed(name) !== undefined
        ? `the header ${JSON.stringify(name)} is set by the option ${propertyNamed(name) ?? name} of publish`
        : `the header ${JSON.stringify(name)} is set by idemgen to another value: leave it out`,
    )
  }
}

/** Ours that the spec does not declare are not its affair: a schema without additional properties would refuse them. */
function pick(headers: Headers, names: ReadonlySet<string>): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.has(name)))
}
