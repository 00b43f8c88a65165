import { didYouMean } from '../../model/did-you-mean.js'
import type { Channel, ChannelMessage } from '../channel.js'
import type { Context } from '../context.js'
import { placeShapes } from '../grammar/places.js'
import { type LocatedObject, valueAt } from '../located.js'
import { merge } from '../merge.js'
import { childPlace } from '../node.js'

/** What the annotations say about one message of a channel: the channel's word, then the message's, then `messages.<key>`. */
export function messageSettings(
  context: Context,
  channel: Channel,
  message: ChannelMessage,
): LocatedObject | undefined {
  const own = valueAt(channel.annotation?.settings, 'messages', message.key)
  const fromChannel = channelWord(context, channel)
  return [fromChannel, message.annotation?.settings, own?.kind === 'object' ? own : undefined].reduce(merge)
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

/** One event type for several messages would make their events the same. */
function channelWord(context: Context, channel: Channel): LocatedObject | undefined {
  const settings = channel.annotation?.settings
  if (settings === undefined) return undefined
  const members = [...settings.members].filter(([name]) => Object.hasOwn(placeShapes.message.keys, name))
  const eventType = settings.members.get('eventType')
  if (channel.messages.length < 2 || eventType === undefined) return { ...settings, members: new Map(members) }
  context.report({
    rule: 'annotation-key-misplaced',
    message: `"eventType" stands on a channel with ${channel.messages.length} messages`,
    hint: `write one for each: messages: { ${channel.messages[0]?.key}: { eventType: … } }`,
    at: eventType.place,
  })
  return { ...settings, members: new Map(members.filter(([name]) => name !== 'eventType')) }
}
