import { type Channel, isAnnotated, isLeftOut } from './channel.js'
import type { Context } from './context.js'
import type { Perspective } from './read-channels.js'

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

export function isPublished(channel: Channel, { side }: BuildOptions): boolean {
  if (side !== undefined) return side !== 'consume'
  return channel.sends.length > 0 || isCatalogue(channel)
}

export function isConsumed(channel: Channel, { side }: BuildOptions): boolean {
  if (side !== undefined) return side !== 'publish'
  return channel.receives.length > 0 || isCatalogue(channel)
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
  return channel.sends.length === 0 && channel.receives.length === 0
}
