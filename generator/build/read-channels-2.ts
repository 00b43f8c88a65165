import { placeKey } from '../model/pointer.js'
import { reportSiblingAnnotation } from './annotation.js'
import type { Channel, ChannelMessage, Operation } from './channel.js'
import type { Context } from './context.js'
import { messageKeys } from './message-keys.js'
import { member, type NamedNode, type Node, namedObjects, objectAt, rawMember, textMember } from './node.js'
import { amqpOf, annotationOf, type ReadOptions, reportSiblings, standingAt } from './read-parts.js'
import { messageNodes } from './traits/message-nodes.js'

/**
 * The channels of an AsyncAPI 2 document, in its order. The key of a channel is its address, and its messages are those
 * of its operations: one that both name is one message. `publish` is what others publish and the application receives.
 */
export function readChannels2(context: Context, root: Node, options: ReadOptions): readonly Channel[] {
  reportSiblings(context, root, 'channels')
  const nodes = namedObjects(context, objectAt(context, root, 'channels'))
  return nodes.map((node) => readChannel(context, node, options))
}

interface OperationNode {
  readonly verb: 'publish' | 'subscribe'
  readonly node: Node
  readonly messages: readonly NamedNode[]
}

function readChannel(context: Context, node: NamedNode, options: ReadOptions): Channel {
  const operations = (['publish', 'subscribe'] as const).flatMap((verb) => operationNode(context, node, verb))
  const messages = readMessages(context, { channel: node.name, operations }, options)
  const read = (verb: OperationNode['verb']) => {
    const acting = operations.filter((operation) => operation.verb === verb)
    return acting.map((operation) => readOperation(context, { channel: node.name, operation, messages }, options))
  }
  return {
    key: node.name,
    node,
    address: node.name,
    messages,
    sends: read('subscribe'),
    receives: read('publish'),
    ...(operations.some((operation) => hasLost(context, operation)) && { hasLostMessages: true }),
    ...amqpOf(context, node),
    ...annotationOf(context, node, 'channel', options),
  }
}

function operationNode(context: Context, channel: Node, verb: OperationNode['verb']): readonly OperationNode[] {
  const node = objectAt(context, channel, verb)
  return node === undefined ? [] : [{ verb, node, messages: messageNodes(context, node) }]
}

function readMessages(
  context: Context,
  { channel, operations }: { readonly channel: string; readonly operations: readonly OperationNode[] },
  options: ReadOptions,
): readonly ChannelMessage[] {
  const uses = operations.flatMap(({ verb, node, messages }) => {
    const operation = { verb, id: textMember(context, node, 'operationId') }
    return messages.map((message) => ({ message, operation }))
  })
  const byDefinition = new Map(uses.toReversed().map((use) => [placeKey(use.message.place), use]))
  const distinct = uses.filter((use) => byDefinition.get(placeKey(use.message.place)) === use)
  return messageKeys(context, channel, distinct).map(({ key, message }) => {
    reportSiblingAnnotation(
      context,
      standingAt(context, message.use),
      `the annotation of the channel, under messages: { ${key}: … }`,
    )
    return { key, use: message.use, node: message, ...annotationOf(context, message, 'message', options) }
  })
}

function readOperation(
  context: Context,
  input: {
    readonly channel: string
    readonly operation: OperationNode
    readonly messages: readonly ChannelMessage[]
  },
  options: ReadOptions,
): Operation {
  const { verb, node, messages } = input.operation
  const own = new Set(messages.map(({ place }) => placeKey(place)))
  return {
    key: textMember(context, node, 'operationId') ?? `${verb} of ${input.channel}`,
    verb,
    node,
    messages: input.messages.filter((message) => own.has(placeKey(message.node.place))),
    ...amqpOf(context, node),
    ...annotationOf(context, node, 'operation', options),
  }
}

function hasLost(context: Context, { node, messages }: OperationNode): boolean {
  if (rawMember(node, 'message') === undefined) return false
  const oneOf = member(context, objectAt(context, node, 'message') ?? node, 'oneOf')
  return messages.length < (Array.isArray(oneOf?.value) ? oneOf.value.length : 1)
}
