import { parametersIn } from '../../model/address.js'
import type { MessageContract, PlaceKey } from '../../model/contract.js'
import { defaultContentType, defaultKeyVersion } from '../../model/defaults.js'
import { type Place, placeKey, pointerSegments } from '../../model/pointer.js'
import type { Found } from '../../model/reference.js'
import { type Channel, type ChannelMessage, isAnnotated } from '../channel.js'
import type { Context } from '../context.js'
import { type LocatedObject, valueAt } from '../located.js'
import { numberAt, textAt } from '../located-values.js'
import { type Node, objectAt, rawMember, textMember } from '../node.js'
import { parameterSettings } from '../parameters.js'
import { routingOf } from '../routing.js'
import { hasKnownFormat, schemaSource } from '../schema/collect-schemas.js'
import { candidateKey } from '../suggest/candidate-key.js'
import { wasMeant } from '../was-meant.js'
import { contentEncodingOf } from './content.js'
import { locationOf } from './field-expression.js'
import type { FieldSources } from './field-sources.js'
import { fingerprintOf } from './fingerprint.js'
import { reportHeaders } from './headers.js'
import { keyFields } from './key-fields.js'
import { messageSettings } from './message-settings.js'
import { payloadPaths } from './payload-paths.js'
import { sortedPaths, type VolatilePaths } from './volatile-paths.js'

/** One message of one channel: what the contract says of it before it has a name. */
export interface MessageDraft {
  readonly channel: Channel
  readonly message: ChannelMessage
  readonly contract: Omit<MessageContract, 'match'> & { readonly messageType?: string }
  readonly payload?: Found
  readonly headers?: Found
  /** What the annotations say of it, merged. */
  readonly settings?: LocatedObject
}

/** AMQP writes the length of a property in one byte. */
const longestEventType = 255

interface Pair {
  readonly channel: Channel
  readonly message: ChannelMessage
}

/** What is the same for all messages of a document. */
export interface Shared {
  readonly contentType: string | undefined
  readonly volatilePaths: VolatilePaths
}

export function draftMessage(context: Context, pair: Pair, shared: Shared): MessageDraft {
  const { channel, message } = pair
  const settings = messageSettings(context, channel, message)
  const payload = schemaOf(context, message.node, 'payload')
  const headers = schemaOf(context, message.node, 'headers')
  const address = addressOf(context, channel)
  const parameters = parametersIn(address)
  const sources: FieldSources = { message: message.key, parameters, ...payload.source, ...headers.source }
  const key = payload.isReadable ? keyFields(context, valueAt(settings, 'businessKey'), sources) : []
  reportMissingKey(context, pair, payload.source.payload)
  reportHeaders(context, message, headers.source.headers)
  const eventType = eventTypeOf(context, message, settings)
  const ignore = valueAt(settings, 'fingerprint', 'ignore')
  const sensitive = payload.isReadable ? payloadPaths(context, valueAt(settings, 'sensitive'), sources) : []
  const contentType = textMember(context, message.node, 'contentType') ?? shared.contentType
  const described = parameterSettings(context, channel, { message: message.key, ...payload.source, ...headers.source })
  const correlationId = locationOf(textMember(context, objectAt(context, message.node, 'correlationId'), 'location'))
  const contract = {
    from: placeKey(message.node.place),
    eventType,
    key,
    keyVersion: numberAt(settings, 'keyVersion') ?? defaultKeyVersion,
    fingerprint: fingerprintOf(context, payload.isReadable ? ignore : undefined, { sources, key, ...shared }),
    sensitive: sortedPaths(sensitive),
    ...(payload.key === undefined ? {} : { payload: payload.key }),
    ...(headers.key === undefined ? {} : { headers: headers.key }),
    addresses: address === undefined ? [] : [address],
    parameters,
    ...(described === undefined ? {} : { parameterSettings: described }),
    contentType: contentType ?? defaultContentType,
    ...(correlationId === undefined ? {} : { correlationId }),
    ...bindingOf(context, message, eventType),
  }
  return {
    channel,
    message,
    contract,
    ...(payload.schema === undefined ? {} : { payload: payload.schema }),
    ...(headers.schema === undefined ? {} : { headers: headers.schema }),
    ...(settings === undefined ? {} : { settings }),
  }
}

/** With a name of its own the queue is the routing key, so that no parameter of the address can be read. */
function addressOf(context: Context, channel: Channel): string | undefined {
  if (parametersIn(channel.address).length === 0) return channel.address
  const routing = routingOf(context, channel)
  return routing.kind === 'queue' ? routing.queue : channel.address
}

interface MessageSchema {
  readonly schema?: Found
  readonly key?: PlaceKey
  /** False for a schema in a format that idemgen does not read: its fields are not looked up, since none would be found. */
  readonly isReadable: boolean
  readonly source: Partial<Pick<FieldSources, 'payload' | 'headers'>>
}

function schemaOf(context: Context, message: Node, name: 'payload' | 'headers'): MessageSchema {
  const use = rawMember(message, name)
  if (use === undefined) return { isReadable: true, source: {} }
  const schema = schemaSource(context, use)
  if (schema === undefined) return { isReadable: false, source: {} }
  const isReadable = hasKnownFormat(context, schema)
  return { schema, key: placeKey(schema.place), isReadable, source: isReadable ? { [name]: schema } : {} }
}

function eventTypeOf(context: Context, message: ChannelMessage, settings: LocatedObject | undefined): string {
  const names = ['name', 'messageId'].map((name) => textMember(context, message.node, name))
  const written = valueAt(settings, 'eventType')
  const eventType =
    [textAt(settings, 'eventType'), ...names, componentKey(message.node.place)].find(Boolean) ?? message.key
  if (Buffer.byteLength(eventType) > longestEventType) {
    context.report({
      rule: 'name-too-long',
      message: `the event type "${eventType.slice(0, 40)}…" takes ${Buffer.byteLength(eventType)} bytes`,
      hint: `AMQP carries ${longestEventType}: set a shorter eventType`,
      at: written?.place ?? message.node.place,
    })
  }
  return eventType
}

/** The key of a message under `components.messages`. */
function componentKey(place: Place): string | undefined {
  const [parent, messages, key, ...rest] = pointerSegments(place.pointer)
  return parent === 'components' && messages === 'messages' && rest.length === 0 ? key : undefined
}

/** A key that was given and is wrong has been reported, and so has an annotation that is no object. */
function reportMissingKey(context: Context, { channel, message }: Pair, payload: Found | undefined): void {
  const about = [...channel.sends, ...channel.receives].filter(({ messages }) => messages.includes(message))
  const parts = [channel, message, ...about]
  const isBroken = parts.some(({ annotation }) => annotation !== undefined && annotation.settings === undefined)
  const isMeant =
    parts.some(({ annotation }) => wasMeant(annotation, 'businessKey')) ||
    wasMeant(channel.annotation, 'businessKey', 'messages', message.key)
  if (isBroken || isMeant) return
  // A channel of replies that nobody annotated: they are sent without a key.
  if (!isAnnotated(channel)) return
  context.report({
    rule: 'key-missing',
    message: `nothing says which fields of "${message.key}" name the business event`,
    hint: keyHint(context, payload),
    at: channel.annotation?.place ?? channel.node.place,
  })
}

/** Fields that may name the event, for people to check. */
function keyHint(context: Context, payload: Found | undefined): string {
  const fields = payload === undefined ? [] : candidateKey(context, payload).fields
  const add = 'add businessKey to the x-idempotency of the channel'
  return fields.length === 0
    ? `${add}, with fields that are the same when the event is sent again`
    : `${add}: [${fields.join(', ')}], say`
}

function bindingOf(context: Context, message: ChannelMessage, eventType: string) {
  const amqp = objectAt(context, message.node, 'bindings', 'amqp')
  const messageType = textMember(context, amqp, 'messageType')
  const contentEncoding = contentEncodingOf(context, amqp)
  return {
    ...(messageType === undefined || messageType === '' ? {} : { messageType }),
    ...(messageType === undefined || messageType === '' || messageType === eventType ? {} : { type: messageType }),
    ...(contentEncoding === undefined ? {} : { contentEncoding }),
  }
}
