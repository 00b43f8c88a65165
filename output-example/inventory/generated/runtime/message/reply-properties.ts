// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { InvalidMessageError } from '../errors.js'
import type { MessageDescriptor, PublishChannelDescriptor } from '../types.js'
import { ownHeader, textHeader } from './header-values.js'
import { type LocatedParts, propertyNamed, textAtLocation } from './locations.js'

/** What ties requests and replies together: where a reply goes, and which request it answers. */
export interface ReplyProperties {
  readonly correlationId: string | undefined
  readonly replyTo: string | undefined
}

/** What a caller of `publish` may give. */
export interface ReplyOptions {
  readonly correlationId?: string | undefined
  readonly replyTo?: string | undefined
}

/**
 * What a publication has of them: what the caller gives, else what the payload holds, else what the spec says; a request
 * without an id takes its message id. Throws `InvalidMessageError` with one of the codes `correlation-id-missing`,
 * `correlation-id-differs`, `reply-to-missing` and `reply-to-differs`.
 */
export function composeReplyProperties(
  { message, channel }: { readonly message: MessageDescriptor; readonly channel: PublishChannelDescriptor },
  options: ReplyOptions,
  { payload, messageId }: { readonly payload: unknown; readonly messageId: string },
): ReplyProperties {
  const inPayload = (name: 'correlationId' | 'replyTo') => {
    const location = message[name]
    return location?.in === 'payload' ? textAtLocation(location, { payload, headers: undefined }) : undefined
  }
  const correlationId = agreed('correlationId', options, inPayload('correlationId'))
  const replyTo = agreed('replyTo', options, channel.isReply === true ? undefined : inPayload('replyTo'))
  const all = {
    correlationId: correlationId ?? (channel.isRequest === true ? messageId : undefined),
    replyTo: replyTo ?? channel.replyTo,
  }
  for (const name of channel.required ?? []) {
    if (all[name] === undefined) {
      throw new InvalidMessageError(`${words[name]}-missing`, `the option ${name} of publish is missing: ${why[name]}`)
    }
  }
  return all
}

/**
 * The headers that the spec puts them into: those that it declares, and those that do not have the name of the AMQP
 * property. A reply's own address is none of its headers.
 */
export function replyHeaders(
  { correlationId, replyTo }: MessageDescriptor,
  values: ReplyProperties,
  declared: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const entries = [
    { location: correlationId, value: values.correlationId },
    { location: replyTo, value: values.replyTo },
  ].flatMap(({ location, value }) => {
    const name = location?.in === 'header' ? location.path[0] : undefined
    const isSent = name !== undefined && (declared.has(name) || propertyNamed(name) === undefined)
    return isSent && value !== undefined ? [[name, value] as const] : []
  })
  return Object.fromEntries(entries)
}

/** What a delivery has of them: at the place that the spec names, else the AMQP property. */
export function readReplyProperties(
  { correlationId, replyTo }: MessageDescriptor,
  parts: LocatedParts,
  properties: { readonly correlationId: unknown; readonly replyTo: unknown },
): ReplyProperties {
  return {
    correlationId: textAtLocation(correlationId, parts) ?? textHeader(properties.correlationId),
    replyTo: textAtLocation(replyTo, parts) ?? textHeader(properties.replyTo),
  }
}

/** Declared headers that stand for a property: publishers that know AMQP set the property alone. */
export function withReplyHeaders(
  headers: Readonly<Record<string, unknown>>,
  replies: ReplyProperties,
  declared: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  const absent = [...declared].flatMap((name) => {
    const property = propertyNamed(name)
    const value = property === undefined ? undefined : replies[property]
    return value === undefined || ownHeader(headers, name) !== undefined ? [] : [[name, value] as const]
  })
  return absent.length === 0 ? headers : { ...headers, ...Object.fromEntries(absent) }
}

const words = { correlationId: 'correlation-id', replyTo: 'reply-to' } as const
const why = {
  correlationId: 'the spec says that the message carries it',
  replyTo: 'it names the queue that the reply goes to',
} as const

function agreed(
  name: 'correlationId' | 'replyTo',
  options: ReplyOptions,
  inPayload: string | undefined,
): string | undefined {
  const given = options[name] === undefined || options[name] === '' ? undefined : options[name]
  if (given === undefined || inPayload === undefined || given === inPayload) return given ?? inPayload
  throw new InvalidMessageError(`${words[name]}-differs`, `the option ${name} is not what the payload holds`)
}
