import { type Channel, isAnnotated, isLeftOut } from './channel.js'
import type { Context } from './context.js'
import type { Perspective } from './read-channels.js'
import { getsReplies, sendsReplies } from './reply.js'

export interface BuildOptions {
  /** What is generated of every annotated channel. Absent: what its operations say, and both sides where it has none. */
  readonly side?: 'publish' | 'consume' | 'both'
  /** Only these consumer groups. Absent: all. */
  readonly groups?: readonly string[]
  /** For whom: the application that the document describes, or a client, which sends what that receives. Default: application. */
  readonly perspective?: Perspective
}

/** The channels that something is generated for. */
export function generatedChannels(context: Context, channels: readonly Channel[]): readonly Channel[] {
  const meant = channels.filter((channel) => isAnnotated(channel) && !isLeftOut(channel))
  // Behind a reference that leads nowhere there may be messages: that is what has to be mended.
  const empty = meant.filter((channel) => channel.messages.length === 0 && !channel.hasLostMessages)
  for (const channel of empty) reportNoMessages(context, channel)
  return meant.filter((channel) => channel.messages.length > 0)
}

/** Channels without an annotation of their own that carry the replies to what the given ones are asked. */
export function replyChannels(channels: readonly Channel[], generated: readonly Channel[]): readonly Channel[] {
  const asking = new Set(generated.map(({ key }) => key))
  return channels.filter((channel) => {
    const carries = channel.replying?.some((one) => asking.has(one.channel.key)) ?? false
    return carries && !isAnnotated(channel) && !isLeftOut(channel) && channel.messages.length > 0
  })
}

export function isPublished(channel: Channel, { side }: BuildOptions): boolean {
  if (side === 'consume') return false
  if (side !== undefined && isAnnotated(channel)) return true
  return channel.sends.length > 0 || sendsReplies(channel) || isCatalogue(channel)
}

export function isConsumed(channel: Channel, { side }: BuildOptions): boolean {
  if (side !== undefined) return side !== 'publish'
  return channel.receives.length > 0 || getsReplies(channel) || isCatalogue(channel)
}

function reportNoMessages(context: Context, { key, node }: Channel): void {
  context.report({
    rule: 'messages-missing',
    severity: 'warning',
    message: `the channel "${key}" is annotated and has no messages: nothing is generated for it`,
    hint: 'list what it carries under messages; in AsyncAPI 2, under publish or subscribe',
    at: node.place,
  })
}

/** A channel that says what is on it and not who does what with it. */
function isCatalogue(channel: Channel): boolean {
  return channel.sends.length === 0 && channel.receives.length === 0 && channel.replying === undefined
}
