import { isList, type Json } from '../model/document.js'
import { placeKey } from '../model/pointer.js'
import { referenceIn } from '../model/reference.js'
import type { Channel, ChannelMessage, Operation, Replying } from './channel.js'
import type { Context } from './context.js'
import { groupBy } from './group-by.js'
import { locationOf } from './messages/field-expression.js'
import { childPlace, member, type Node, objectAt, rawMember, textMember } from './node.js'

/** What an operation says of its reply, under `reply`: AsyncAPI 3 alone has it. */
export function replyOf(context: Context, operation: Node): { readonly reply?: NonNullable<Operation['reply']> } {
  const reply = objectAt(context, operation, 'reply')
  if (reply === undefined) return {}
  const location = locationOf(textMember(context, objectAt(context, reply, 'address'), 'location'))
  const channel = rawMember(reply, 'channel')
  const target = channel === undefined ? undefined : targetKey(context, channel.value, channel.place.file)
  const messages = member(context, reply, 'messages')
  const named =
    messages === undefined || !isList(messages.value) || messages.value.length === 0
      ? undefined
      : messages.value.flatMap((item) => targetKey(context, item, messages.place.file) ?? [])
  return {
    reply: {
      ...(location === undefined ? {} : { location }),
      ...(target === undefined ? {} : { channel: target }),
      ...(named === undefined ? {} : { messages: named }),
    },
  }
}

/** The channels, each with the operations whose replies it carries. */
export function withReplies(channels: readonly Channel[]): readonly Channel[] {
  const acting = channels.flatMap((channel) => [
    ...channel.sends.map((operation) => ({ channel, operation, asks: 'here' as const })),
    ...channel.receives.map((operation) => ({ channel, operation, asks: 'elsewhere' as const })),
  ])
  const byTarget = groupBy(acting, ({ operation }) => operation.reply?.channel)
  return channels.map((channel) => {
    const own = new Set([placeKey(childPlace(channelsPlace, channel.key)), placeKey(channel.node.place)])
    const replying = [...own].flatMap((key) => byTarget.get(key) ?? [])
    return replying.length === 0
      ? channel
      : { ...channel, replying: replying.map((one) => ({ ...one, messages: repliesIn(channel, one.operation) })) }
  })
}

/** Whether this application sends replies on the channel: it receives what they answer. */
export function sendsReplies(channel: Channel): boolean {
  return channel.replying?.some(({ asks }) => asks === 'elsewhere') ?? false
}

/** Whether this application gets replies on the channel: it sends what they answer. */
export function getsReplies(channel: Channel): boolean {
  return channel.replying?.some(({ asks }) => asks === 'here') ?? false
}

/** The operations of which a channel carries the replies, by the message that asks. */
export function repliesByRequest(
  channels: readonly Channel[],
  keyOf: (channel: Channel, message: ChannelMessage) => string,
): ReadonlyMap<string, readonly (Replying & { readonly on: Channel })[]> {
  const all = channels.flatMap((on) => (on.replying ?? []).map((one) => ({ ...one, on })))
  const pairs = all.flatMap((one) => {
    return one.operation.messages.map((message) => ({ key: keyOf(one.channel, message), one }))
  })
  return new Map([...groupBy(pairs, ({ key }) => key)].map(([key, same]) => [key, same.map(({ one }) => one)]))
}

const channelsPlace = { file: '', pointer: '/channels' }

/** All messages of the channel where the reply names none. */
function repliesIn(channel: Channel, { reply }: Operation): readonly ChannelMessage[] {
  const named = reply?.messages
  if (named === undefined) return channel.messages
  return channel.messages.filter(({ use, node }) => [use, node.place].some((place) => named.includes(placeKey(place))))
}

function targetKey(context: Context, value: Json, file: string): string | undefined {
  const ref = referenceIn(value)
  const target = ref === undefined ? undefined : context.target(ref, file)
  return target === undefined ? undefined : placeKey(target.place)
}
