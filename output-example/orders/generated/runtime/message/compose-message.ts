// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { randomUUID } from 'node:crypto'
import type { OutgoingMessage } from '../broker/broker-types.js'
import { InvalidMessageError } from '../errors.js'
import { businessKey } from '../key.js'
import type { MessageDescriptor, PublishChannelDescriptor } from '../types.js'
import { copyHeaderPrefix, messageHeaders, publishNonceHeader } from './header-names.js'
import { jsonText } from './json-text.js'
import { fillRoutingKey } from './routing-key.js'
import type { Validator } from './validator.js'

/** What a message is made with: facts of the spec, prepared once. */
export interface Composition {
  readonly message: MessageDescriptor
  readonly channel: PublishChannelDescriptor
  readonly isTopic: boolean
  readonly encode: (text: string) => Buffer
  readonly validator: Validator
}

/** What a caller gives beside the payload. */
export interface CallerOptions {
  readonly messageId?: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly parameters?: Readonly<Record<string, string>>
}

export interface ComposedMessage {
  readonly outgoing: OutgoingMessage
  readonly messageId: string
  readonly businessKey: string
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
  const parameters = options.parameters ?? {}
  const routingKey = fillRoutingKey({ template: channel.routingKey, isTopic: composition.isTopic }, parameters)
  const given = plainHeaders(options.headers ?? {})
  const key = businessKey(message, { payload: value, headers: given, parameters })
  const messageId = options.messageId ?? randomUUID()
  const headers = allHeaders(composition, given, { key, messageId })
  const outgoing = {
    exchange: channel.exchange,
    routingKey,
    content: composition.encode(text),
    properties: { ...propertiesOf(message, channel), messageId, headers },
  }
  return { outgoing, messageId, businessKey: key }
}

/** `type` and the rest that the spec decides; fields that it leaves open are absent. */
function propertiesOf(message: MessageDescriptor, channel: PublishChannelDescriptor): OutgoingMessage['properties'] {
  const { expirationMs, priority, userId, replyTo, cc, bcc } = channel
  return {
    type: message.eventType,
    contentType: message.contentType,
    persistent: channel.persistent,
    mandatory: channel.mandatory,
    timestamp: Math.floor(Date.now() / 1000),
    ...(message.contentEncoding !== undefined && { contentEncoding: message.contentEncoding }),
    ...(expirationMs !== undefined && { expiration: String(expirationMs) }),
    ...(priority !== undefined && { priority }),
    ...(userId !== undefined && { userId }),
    ...(replyTo !== undefined && { replyTo }),
    ...(cc !== undefined && { CC: [...cc] }),
    ...(bcc !== undefined && { BCC: [...bcc] }),
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
  { key, messageId }: { readonly key: string; readonly messageId: string },
): Headers {
  const declared = validator.declared(message.headers)
  const ours: Headers = {
    [messageHeaders.businessKey]: key,
    [messageHeaders.eventType]: message.eventType,
    [messageHeaders.keyVersion]: message.keyVersion,
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
      name === messageHeaders.messageId
        ? 'the header "messageId" is set by the option messageId of publish'
        : `the header ${JSON.stringify(name)} is set by idemgen to another value: leave it out`,
    )
  }
}

/** Ours that the spec does not declare are not its affair: a schema without additional properties would refuse them. */
function pick(headers: Headers, names: ReadonlySet<string>): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.has(name)))
}
