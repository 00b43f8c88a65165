import { didYouMean } from '../../model/did-you-mean.js'
import type { Channel, ChannelMessage } from '../channel.js'
import type { Context } from '../context.js'
import { placeShapes } from '../grammar/places.js'
import { unite } from '../groups/unite.js'
import { type LocatedObject, valueAt } from '../located.js'
import { merge } from '../merge.js'
import { childPlace } from '../node.js'

/**
 * What the annotations say about one message of a channel: the channel's word, then that of the operations that are
 * about it, then its own, then `messages.<key>` of the channel.
 */
export function messageSettings(
  context: Context,
  channel: Channel,
  message: ChannelMessage,
): LocatedObject | undefined {
  const own = valueAt(channel.annotation?.settings, 'messages', message.key)
  const fromChannel = commonWord(context, channel, {
    settings: channel.annotation?.settings,
    what: 'a channel',
    messages: channel.messages,
  })
  const words = [fromChannel, operationsWord(context, channel, message), message.annotation?.settings]
  return [...words, own?.kind === 'object' ? own : undefined].reduce(merge)
}

/** Entries of `messages` that are no messages of the channel. */
export function reportUnknownMessages(context: Context, channel: Channel): void {
  const entries = valueAt(channel.annotation?.settings, 'messages')
  const known = channel.messages.map((message) => message.key)
  for (const key of entries?.kind === 'object' ? entries.members.keys() : []) {
    if (known.includes(key) || entries === undefined) continue
    const meant = didYouMean(key, known)
    context.report({
      rule: 'message-unknown',
      message: `the channel "${channel.key}" has no message "${key}"`,
      hint: meant === undefined ? `its messages are ${known.join(', ') || 'none'}` : `did you mean "${meant}"?`,
      at: childPlace(entries.place, key),
    })
  }
}

/** A sending and a receiving operation are about one message often: then both have to mean the same by it. */
function operationsWord(context: Context, channel: Channel, message: ChannelMessage): LocatedObject | undefined {
  const about = [...channel.sends, ...channel.receives].filter(({ messages }) => messages.includes(message))
  const words = about.flatMap(({ annotation, key, messages }) => {
    return (
      commonWord(context, channel, { settings: annotation?.settings, what: `the operation "${key}"`, messages }) ?? []
    )
  })
  return unite(context, `the message "${message.key}" of the channel "${channel.key}"`, words, 'message-conflict')
}

/** What is said for all of some messages. One event type for several would make their events the same. */
function commonWord(
  context: Context,
  channel: Channel,
  said: {
    readonly settings: LocatedObject | undefined
    readonly what: string
    readonly messages: readonly ChannelMessage[]
  },
): LocatedObject | undefined {
  const { settings, what, messages } = said
  if (settings === undefined) return undefined
  const members = [...settings.members].filter(([name]) => Object.hasOwn(placeShapes.message.keys, name))
  const eventType = settings.members.get('eventType')
  if (messages.length < 2 || eventType === undefined) return { ...settings, members: new Map(members) }
  context.report({
    rule: 'annotation-key-misplaced',
    message: `"eventType" stands on ${what} with ${messages.length} messages`,
    hint: `write one for each, on the channel "${channel.key}": messages: { ${messages[0]?.key}: { eventType: … } }`,
    at: eventType.place,
  })
  return { ...settings, members: new Map(members.filter(([name]) => name !== 'eventType')) }
}
