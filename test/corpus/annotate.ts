import {
  childOf,
  isTreeObject,
  type Placed,
  placedAt,
  placedMembers,
  pointerTo,
  type Tree,
  type TreeObject,
} from './json-tree.js'
import { fieldExpression, keyCandidate } from './key-candidate.js'
import { isVersionTwo, queueOf, type SurfaceChannel, schemaOf, surfaceOf } from './surface.js'

const extension = 'x-idempotency'

/** The header that a message gets whose payload has no string to be recognised by. */
export const fallbackHeader = 'eventKey'

/**
 * The document with an annotation for each message that it sends or receives, as valid or invalid as before. The key is
 * a required string field of the payload, else the first string field that can be made required, else a string header,
 * else a header that is added. Each receive operation is a consumer group of its own, except that a channel that is a
 * queue has one for all. A document with annotations stays as it is.
 */
export function annotate(document: Tree): Tree {
  const root: Tree = JSON.parse(JSON.stringify(document))
  if (isAnnotated(root)) return root
  const channels = surfaceOf(root).filter((channel) => channel.messages.length > 0 && !isForRepliesOnly(root, channel))
  const keys = new Map<string, string>()
  for (const { messages } of channels) {
    for (const message of messages) {
      if (!keys.has(message.pointer)) keys.set(message.pointer, keyOf(root, message))
    }
  }
  for (const channel of channels) annotateChannel(root, channel, keys)
  return root
}

export function isAnnotated(value: Tree): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, member]) => name === extension || isAnnotated(member))
}

/** A channel that only the reply of a request leads to: no group of its own waits on it. */
export function isForRepliesOnly(root: Tree, channel: SurfaceChannel): boolean {
  if (channel.operations.length > 0 || isVersionTwo(root)) return false
  return placedMembers(root, childOf(root, 'operations'), '/operations').some(({ value, pointer }) => {
    const reply = placedAt(root, value.reply, pointerTo(pointer, 'reply'))
    const target = reply === undefined ? undefined : placedAt(root, reply.value.channel, reply.pointer)
    return target?.pointer === channel.pointer
  })
}

/** A single message is annotated through its channel, several on themselves: both have to work. */
function annotateChannel(root: Tree, channel: SurfaceChannel, keys: ReadonlyMap<string, string>): void {
  const annotation: TreeObject = {}
  const [only, second] = channel.messages
  if (only !== undefined && second === undefined) annotation.businessKey = [keys.get(only.pointer) ?? '']
  else {
    for (const { pointer, value } of channel.messages) value[extension] = { businessKey: [keys.get(pointer) ?? ''] }
  }
  const receives = channel.operations.filter(({ action }) => action === 'receive')
  const queue = queueOf(root, channel)
  const [first, another] = receives
  if (another === undefined || queue !== undefined) {
    const name = queue ?? first?.name ?? (channel.operations.length === 0 ? channel.name : undefined)
    if (name !== undefined && (first !== undefined || channel.operations.length === 0)) {
      annotation.consumerGroup = groupName(name)
    }
  } else {
    for (const { name, value } of receives) value[extension] = { consumerGroup: groupName(name) }
  }
  if (Object.keys(annotation).length > 0) channel.value[extension] = annotation
}

/** Any text names a group; the queue that is called after it has no room for all of it. */
export function groupName(text: string): string {
  return (
    text
      .slice(0, 60)
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim() || 'group'
  )
}

function keyOf(root: Tree, message: Placed): string {
  const { schema, isJsonSchema } = schemaOf(root, message, 'payload')
  const isPresent = (path: readonly string[]) => examplesOf(root, message, schema).every((one) => hasPath(one, path))
  const field = isJsonSchema ? keyCandidate(root, schema, { isPresent, depth: 2 }) : undefined
  if (field !== undefined) {
    field.require()
    return fieldExpression(field.path)
  }
  return `$message.header#/${headerOf(root, message)}`
}

function headerOf(root: Tree, message: Placed): string {
  const { schema } = schemaOf(root, message, 'headers')
  const header = keyCandidate(root, schema, { isPresent: () => false, depth: 0 })
  const name = header?.path[0] ?? fallbackHeader
  if (header !== undefined) return name
  for (const holder of [message, ...traitsOf(root, message)]) addHeader(root, holder, holder === message)
  for (const example of listOf(message.value.examples)) {
    if (isTreeObject(example) && isTreeObject(example.headers)) example.headers[name] = 'event-1'
  }
  return name
}

/** In AsyncAPI 2 the lists of a trait replace those of the message, so both have to name the header. */
function addHeader(root: Tree, holder: Placed, isMessage: boolean): void {
  const { schema, pointer } = schemaOf(root, holder, 'headers')
  const headers = placedAt(root, schema, pointer)?.value
  if (headers === undefined) {
    if (isMessage) {
      holder.value.headers = {
        type: 'object',
        required: [fallbackHeader],
        properties: { [fallbackHeader]: { type: 'string' } },
      }
    }
    return
  }
  headers.required = [...listOf(headers.required).filter((name) => name !== fallbackHeader), fallbackHeader]
  headers.properties = {
    ...(isTreeObject(headers.properties) ? headers.properties : {}),
    [fallbackHeader]: { type: 'string' },
  }
}

function traitsOf(root: Tree, message: Placed): readonly Placed[] {
  return placedMembers(root, message.value.traits, pointerTo(message.pointer, 'traits'))
}

/** What the document says is a valid payload. */
function examplesOf(root: Tree, message: Placed, schema: Tree | undefined): readonly Tree[] {
  const ofMessage = listOf(message.value.examples).flatMap((example) => {
    const payload = childOf(example, 'payload')
    return payload === undefined ? [] : [payload]
  })
  const placed = placedAt(root, schema, '')?.value
  return [...ofMessage, ...listOf(placed?.examples)]
}

function hasPath(value: Tree, path: readonly string[]): boolean {
  const [name, ...rest] = path
  if (name === undefined) return true
  const member = childOf(value, name)
  return member !== undefined && hasPath(member, rest)
}

function listOf(value: Tree | undefined): readonly Tree[] {
  return Array.isArray(value) ? value : []
}
