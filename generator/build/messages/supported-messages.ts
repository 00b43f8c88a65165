import { isList, isObject } from '../../model/document.js'
import type { Channel, ChannelMessage, Operation } from '../channel.js'
import type { Context, Fault } from '../context.js'
import { type Node, rawMember, textMember } from '../node.js'
import { isKnownSchemaFormat, schemaFormatOf } from '../schema/schema-node.js'
import { isJson } from './content.js'
import { reportUnknownMessages } from './message-settings.js'

/**
 * The channels without the messages whose bodies idemgen does not read, such as Avro and XML, and without the channels
 * that have no other: one message in another format is no reason to generate nothing for the rest of the document.
 */
export function supportedChannels(context: Context, channels: readonly Channel[], root: Node): readonly Channel[] {
  const contentType = textMember(context, root, 'defaultContentType')
  return channels.flatMap((channel) => {
    // Before any is left out: an entry about one of those is no mistake.
    reportUnknownMessages(context, channel)
    const faults = new Map(channel.messages.map((message) => [message, faultOf(context, message, contentType)]))
    const messages = channel.messages.filter((message) => faults.get(message) === undefined)
    for (const fault of faults.values()) {
      if (fault !== undefined) context.report(leftOut(fault, { channel, hasOthers: messages.length > 0 }))
    }
    if (messages.length === 0) return []
    if (messages.length === channel.messages.length) return [channel]
    const rest = (operation: Operation) => ({
      ...operation,
      messages: operation.messages.filter((message) => messages.includes(message)),
    })
    return [{ ...channel, messages, sends: channel.sends.map(rest), receives: channel.receives.map(rest) }]
  })
}

/** The queue of a group gets them all the same, and what no message of the group fits is parked. */
function leftOut(
  fault: Fault,
  { channel, hasOthers }: { readonly channel: Channel; readonly hasOthers: boolean },
): Fault {
  const parked = hasOthers ? `, and consumers of the channel "${channel.key}" park it` : ''
  return { ...fault, severity: 'warning', message: `${fault.message}: nothing is generated for it${parked}` }
}

/** Why a message is not read, the first reason there is. */
function faultOf(context: Context, message: ChannelMessage, defaultType: string | undefined): Fault | undefined {
  return (
    formatFault(context, message) ??
    schemaFault(context, message, 'payload') ??
    schemaFault(context, message, 'headers') ??
    contentTypeFault(message, textMember(context, message.node, 'contentType') ?? defaultType)
  )
}

/** AsyncAPI 2 names the format of the payload on the message. */
function formatFault(context: Context, { key, node }: ChannelMessage): Fault | undefined {
  const format = textMember(context, node, 'schemaFormat')
  if (format === undefined || isKnownSchemaFormat(format)) return undefined
  return unsupportedFormat(`the payload of "${key}"`, format, rawMember(node, 'schemaFormat')?.place ?? node.place)
}

/** AsyncAPI 3 wraps a schema of another format: `{ schemaFormat, schema }`. */
function schemaFault(context: Context, { key, node }: ChannelMessage, name: 'payload' | 'headers'): Fault | undefined {
  const raw = rawMember(node, name)
  const schema = raw === undefined ? undefined : context.follow(raw)
  if (schema === undefined) return undefined
  const what = name === 'payload' ? `the payload of "${key}"` : `the headers of "${key}"`
  const format = schemaFormatOf(schema.value)
  if (format !== undefined)
    return isKnownSchemaFormat(format) ? undefined : unsupportedFormat(what, format, schema.place)
  if (!isObject(schema.value) || !isUnmarkedAvro(schema.value)) return undefined
  return {
    rule: 'schema-format-unsupported',
    message: `${what} looks like Avro (type: ${String(schema.value.type)})`,
    hint: 'say so with schemaFormat: application/vnd.apache.avro;version=1.9.0, or describe a JSON body as JSON Schema',
    at: schema.place,
  }
}

/** What an .avsc file holds, without a word on its format. No JSON Schema has such a type. */
function isUnmarkedAvro({ type, fields, symbols, size }: Exclude<Node['value'], undefined>): boolean {
  return (
    (type === 'record' && isList(fields)) ||
    (type === 'enum' && isList(symbols)) ||
    (type === 'fixed' && size !== undefined)
  )
}

function unsupportedFormat(what: string, format: string, at: Fault['at']): Fault {
  return {
    rule: 'schema-format-unsupported',
    message: `${what} is described in "${format}"`,
    hint: formatHint(format),
    at,
  }
}

/** What is read, and what to do about the one at hand. */
function formatHint(format: string): string {
  const isOpenApi = /^application\/vnd\.oai\.openapi/i.test(format)
  const how = isOpenApi ? 'leave it out where the schema means the same there' : 'describe a JSON body so'
  return `what is read is JSON Schema, without schemaFormat or with application/schema+json;version=draft-07: ${how}, or leave the channel out with x-idempotency: false`
}

/** Bodies are JSON: keys and fingerprints are made of its values. */
function contentTypeFault({ key, node }: ChannelMessage, contentType: string | undefined): Fault | undefined {
  if (contentType === undefined || isJson(contentType)) return undefined
  return {
    rule: 'content-type-unsupported',
    message: `the body of "${key}" is "${contentType}", and idemgen reads and writes JSON only`,
    hint: 'set contentType to application/json where it is JSON, or leave the channel out with x-idempotency: false',
    at: rawMember(node, 'contentType')?.place ?? node.place,
  }
}
