import { isList } from '../model/document.js'
import { placeKey } from '../model/pointer.js'
import { referenceIn } from '../model/reference.js'
import { reportSiblingAnnotation } from './annotation.js'
import type { Channel, ChannelMessage, Operation } from './channel.js'
import type { Context } from './context.js'
import { groupBy } from './group-by.js'
import { member, type NamedNode, type Node, namedObjects, objectAt, rawMember, textMember } from './node.js'
import { amqpOf, annotationOf, type ReadOptions, reportSiblings } from './read-parts.js'
import { replyOf } from './reply.js'

/** The channels of an AsyncAPI 3 document with their messages and operations, in the order of the document. */
export function readChannels3(context: Context, root: Node, options: ReadOptions): readonly Channel[] {
  const operations = namedObjects(context, objectAt(context, root, 'operations'))
  const channelNodes = namedObjects(context, objectAt(context, root, 'channels'))
  const byChannel = groupBy(operations, (operation) => channelOf(context, operation))
  reportSiblings(context, root, 'operations')
  reportSiblings(context, root, 'channels')
  return channelNodes.map((node) => {
    const own = [node.use, node.place].map(placeKey)
    const uses = own.flatMap((key, i) => (i > 0 && key === own[0] ? [] : (byChannel.get(key) ?? [])))
    return readChannel(context, node, uses, options)
  })
}

function readChannel(
  context: Context,
  node: NamedNode,
  operations: readonly NamedNode[],
  options: ReadOptions,
): Channel {
  const messages = readMessages(context, node, options)
  const read = (verb: 'send' | 'receive') => {
    const acting = operations.filter((operation) => textMember(context, operation, 'action') === verb)
    return acting.map((operation) => ({ verb, ...readOperation(context, operation, messages, options) }))
  }
  const address = textMember(context, node, 'address')
  const named = Object.keys(objectAt(context, node, 'messages')?.value ?? {})
  return {
    key: node.name,
    node,
    messages,
    sends: read('send'),
    receives: read('receive'),
    ...(named.length > messages.length && { hasLostMessages: true }),
    ...(address === undefined ? {} : { address }),
    ...amqpOf(context, node),
    ...annotationOf(context, node, 'channel', options),
  }
}

function readMessages(context: Context, channel: NamedNode, options: ReadOptions): readonly ChannelMessage[] {
  const messages = objectAt(context, channel, 'messages')
  return namedObjects(context, messages).map((node) => {
    const raw = messages === undefined ? undefined : rawMember(messages, node.name)
    reportSiblingAnnotation(context, raw, `the annotation of the channel, under messages.${node.name}`)
    return { key: node.name, use: node.use, node, ...annotationOf(context, node, 'message', options) }
  })
}

function readOperation(
  context: Context,
  node: NamedNode,
  messages: readonly ChannelMessage[],
  options: ReadOptions,
): Omit<Operation, 'verb'> {
  return {
    key: node.name,
    node,
    messages: messagesOf(context, node, messages),
    ...amqpOf(context, node),
    ...replyOf(context, node),
    ...annotationOf(context, node, 'operation', options),
  }
}

/** All messages of the channel when the operation names none. */
function messagesOf(context: Context, node: Node, all: readonly ChannelMessage[]): readonly ChannelMessage[] {
  const list = member(context, node, 'messages')
  if (list === undefined || !isList(list.value)) return all
  const named = new Set(
    list.value.flatMap((item) => {
      const target = targetKey(context, referenceIn(item), list.place.file)
      return target === undefined ? [] : [target]
    }),
  )
  return all.filter((message) => named.has(placeKey(message.use)) || named.has(placeKey(message.node.place)))
}

/** The place that the operation's reference to its channel names. */
function channelOf(context: Context, operation: Node): string | undefined {
  const raw = rawMember(operation, 'channel')
  return raw === undefined ? undefined : targetKey(context, referenceIn(raw.value), raw.place.file)
}

function targetKey(context: Context, ref: string | undefined, file: string): string | undefined {
  const target = ref === undefined ? undefined : context.target(ref, file)
  return target === undefined ? undefined : placeKey(target.place)
}
