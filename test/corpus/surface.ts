import {
  childOf,
  isTreeObject,
  type Placed,
  placedAt,
  placedMembers,
  pointerTo,
  type Tree,
  type TreeObject,
  textOf,
} from './json-tree.js'

/**
 * What a document sends and receives, read by the tests themselves from the words of the specification: what idemgen
 * makes of the document is compared with it, so it shares no code with the reader under test.
 */
export interface SurfaceChannel extends Placed {
  readonly name: string
  readonly operations: readonly SurfaceOperation[]
  /** All that it carries; each definition once. */
  readonly messages: readonly Placed[]
}

export interface SurfaceOperation extends Placed {
  readonly name: string
  /** What the application does. */
  readonly action: 'send' | 'receive'
  readonly messages: readonly Placed[]
  /** What answers it. */
  readonly replies: readonly Placed[]
}

export function surfaceOf(root: Tree): readonly SurfaceChannel[] {
  return isVersionTwo(root) ? channelsOfTwo(root) : channelsOfThree(root)
}

export function isVersionTwo(root: Tree): boolean {
  return textOf(root, 'asyncapi')?.startsWith('2.') === true
}

function channelsOfThree(root: Tree): readonly SurfaceChannel[] {
  const operations = placedMembers(root, childOf(root, 'operations'), '/operations')
  return placedMembers(root, childOf(root, 'channels'), '/channels').map((channel) => {
    const messages = distinct(placedMembers(root, channel.value.messages, pointerTo(channel.pointer, 'messages')))
    const own = operations.filter(({ value, pointer }) => {
      return placedAt(root, value.channel, pointerTo(pointer, 'channel'))?.pointer === channel.pointer
    })
    return { ...channel, messages, operations: own.map((operation) => operationOfThree(root, operation, messages)) }
  })
}

function operationOfThree(
  root: Tree,
  operation: Placed & { readonly name: string },
  all: readonly Placed[],
): SurfaceOperation {
  const { value, pointer } = operation
  const listed = value.messages
  const messages = Array.isArray(listed) ? distinct(placedMembers(root, listed, pointerTo(pointer, 'messages'))) : all
  const action = value.action === 'send' ? 'send' : 'receive'
  return { ...operation, action, messages, replies: repliesOf(root, operation) }
}

function repliesOf(root: Tree, { value, pointer }: Placed): readonly Placed[] {
  const reply = placedAt(root, value.reply, pointerTo(pointer, 'reply'))
  if (reply === undefined) return []
  const channel = placedAt(root, reply.value.channel, pointerTo(reply.pointer, 'channel'))
  const listed = reply.value.messages
  if (Array.isArray(listed)) return distinct(placedMembers(root, listed, pointerTo(reply.pointer, 'messages')))
  return distinct(placedMembers(root, channel?.value.messages, pointerTo(channel?.pointer ?? '', 'messages')))
}

/** In AsyncAPI 2, `publish` is what others publish to the application: it receives. */
function channelsOfTwo(root: Tree): readonly SurfaceChannel[] {
  return placedMembers(root, childOf(root, 'channels'), '/channels').map((channel) => {
    const operations = (['publish', 'subscribe'] as const).flatMap((verb): readonly SurfaceOperation[] => {
      const operation = placedAt(root, channel.value[verb], pointerTo(channel.pointer, verb))
      if (operation === undefined) return []
      const name = textOf(operation.value, 'operationId') ?? `${verb} ${channel.name}`
      const action = verb === 'publish' ? 'receive' : 'send'
      return [{ ...operation, name, action, messages: messagesOfTwo(root, operation), replies: [] }]
    })
    return { ...channel, operations, messages: distinct(operations.flatMap(({ messages }) => messages)) }
  })
}

function messagesOfTwo(root: Tree, { value, pointer }: Placed): readonly Placed[] {
  const message = placedAt(root, value.message, pointerTo(pointer, 'message'))
  if (message === undefined) return []
  const { oneOf } = message.value
  if (!Array.isArray(oneOf)) return [message]
  return distinct(placedMembers(root, oneOf, pointerTo(message.pointer, 'oneOf')))
}

function distinct(placed: readonly Placed[]): readonly Placed[] {
  return [...new Map(placed.map(({ pointer, value }) => [pointer, { pointer, value }])).values()]
}

/** The object `bindings.amqp` of a channel, an operation or a message. */
export function amqpOf(root: Tree, { value, pointer }: Placed): TreeObject | undefined {
  const bindings = placedAt(root, value.bindings, pointerTo(pointer, 'bindings'))
  return bindings === undefined
    ? undefined
    : placedAt(root, bindings.value.amqp, pointerTo(bindings.pointer, 'amqp'))?.value
}

/** The queue that a channel is, where its AMQP binding says so. */
export function queueOf(root: Tree, channel: SurfaceChannel): string | undefined {
  const amqp = amqpOf(root, channel)
  const isQueue = textOf(amqp, 'is') === 'queue' || isDefaultExchange(childOf(amqp, 'exchange'))
  if (!isQueue) return undefined
  return textOf(childOf(amqp, 'queue'), 'name') ?? textOf(channel.value, 'address') ?? channel.name
}

function isDefaultExchange(exchange: Tree | undefined): boolean {
  if (!isTreeObject(exchange)) return false
  return exchange.name === '' || (exchange.name === undefined && exchange.type === 'default')
}

const jsonSchemaFormats = /^application\/(vnd\.aai\.asyncapi|schema)([+;]|$)/

/** The schema of a message's payload or headers and its format, however the version writes the two. */
export function schemaOf(
  root: Tree,
  message: Placed,
  part: 'payload' | 'headers',
): { readonly schema: Tree | undefined; readonly pointer: string; readonly isJsonSchema: boolean } {
  const pointer = pointerTo(message.pointer, part)
  const schema = message.value[part]
  const placed = placedAt(root, schema, pointer)
  const wrapped = textOf(placed?.value, 'schemaFormat')
  if (wrapped !== undefined && placed !== undefined) {
    return {
      schema: placed.value.schema,
      pointer: pointerTo(placed.pointer, 'schema'),
      isJsonSchema: jsonSchemaFormats.test(wrapped),
    }
  }
  const format = part === 'payload' ? textOf(message.value, 'schemaFormat') : undefined
  return { schema, pointer, isJsonSchema: format === undefined || jsonSchemaFormats.test(format) }
}
