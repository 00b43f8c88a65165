import { groupName, isForRepliesOnly } from './annotate.js'
import type { Placed, Tree } from './json-tree.js'
import { queueOf, schemaOf, surfaceOf } from './surface.js'

/** What is to be generated from an annotated document, counted without idemgen. */
export interface Expected {
  /** Definitions of messages that are sent. */
  readonly publishers: number
  /** Consumer groups. */
  readonly starts: number
  /** Pairs of a group and the definition of a message that it receives. */
  readonly handlers: number
}

export function expectedOf(root: Tree): Expected {
  const channels = surfaceOf(root).filter((channel) => channel.messages.length > 0 && !isForRepliesOnly(root, channel))
  const sent = new Set<string>()
  const received = new Map<string, Set<string>>()
  const send = (messages: readonly Placed[]) => {
    for (const message of messages) if (isReadable(root, message)) sent.add(message.pointer)
  }
  const receive = (group: string, messages: readonly Placed[]) => {
    const known = received.get(group) ?? new Set()
    const readable = messages.filter((message) => isReadable(root, message))
    if (readable.length > 0) received.set(group, known)
    for (const { pointer } of readable) known.add(pointer)
  }
  for (const channel of channels) {
    const queue = queueOf(root, channel)
    for (const { action, name, messages, replies } of channel.operations) {
      if (action === 'send') send(messages)
      else if (messages.length > 0) receive(groupName(queue ?? name), messages)
      // Who receives a request sends what answers it.
      if (action === 'receive') send(replies)
    }
    if (channel.operations.length > 0) continue
    send(channel.messages)
    receive(groupName(queue ?? channel.name), channel.messages)
  }
  const handlers = [...received.values()].reduce((sum, { size }) => sum + size, 0)
  return { publishers: sent.size, starts: received.size, handlers }
}

function isReadable(root: Tree, message: Placed): boolean {
  return schemaOf(root, message, 'payload').isJsonSchema && schemaOf(root, message, 'headers').isJsonSchema
}
