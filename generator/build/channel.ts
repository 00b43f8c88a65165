import type { LocationContract, PlaceKey } from '../model/contract.js'
import type { Place } from '../model/pointer.js'
import type { Annotation } from './annotation.js'
import type { Node } from './node.js'

/** A channel as every version of AsyncAPI describes one; the readers of the versions give these. */
export interface Channel {
  /** Its key under `channels`. */
  readonly key: string
  readonly node: Node
  /** Absent when the document leaves it open: `address: null`. */
  readonly address?: string
  readonly messages: readonly ChannelMessage[]
  readonly sends: readonly Operation[]
  readonly receives: readonly Operation[]
  /** Some of its messages are references that lead nowhere, which the loader has reported. */
  readonly hasLostMessages?: boolean
  /** The object `bindings.amqp`. */
  readonly amqp?: Node
  readonly annotation?: Annotation
  /** The operations whose replies it carries. */
  readonly replying?: readonly Replying[]
}

/** An operation that asks for replies, or gets requests for them, and the replies on the channel that it names. */
export interface Replying {
  readonly channel: Channel
  readonly operation: Operation
  /** `here`: this application sends the requests; `elsewhere`: it receives them, and sends the replies. */
  readonly asks: 'here' | 'elsewhere'
  readonly messages: readonly ChannelMessage[]
}

export interface ChannelMessage {
  /** Its key under `messages` of the channel; in AsyncAPI 2, which has none, the name that it is known by. */
  readonly key: string
  /** Where the channel names it. */
  readonly use: Place
  /** Where it is defined: equal to `use.place` for a message written out in the channel. */
  readonly node: Node
  readonly annotation?: Annotation
}

export interface Operation {
  /** Its key under `operations`; in AsyncAPI 2 its `operationId`, else how the channel calls it. */
  readonly key: string
  /** What the document calls it. In AsyncAPI 2 the application receives what is under `publish`. */
  readonly verb: 'send' | 'receive' | 'publish' | 'subscribe'
  readonly node: Node
  /** Those of the channel's messages that it is about. */
  readonly messages: readonly ChannelMessage[]
  readonly amqp?: Node
  readonly annotation?: Annotation
  readonly reply?: Reply
}

/** What an operation says of its replies. */
export interface Reply {
  /** Where a request names the queue that its reply goes to. */
  readonly location?: LocationContract
  /** Places: of the channel, and of the messages on it where it names some. */
  readonly channel?: PlaceKey
  readonly messages?: readonly PlaceKey[]
}

/** Whether the channel, one of its messages or one of its operations is annotated. */
export function isAnnotated(channel: Channel): boolean {
  const parts = [channel, ...channel.messages, ...channel.sends, ...channel.receives]
  return parts.some((part) => part.annotation !== undefined)
}

export function isLeftOut(channel: Channel): boolean {
  return channel.annotation?.leftOut ?? false
}
