import { type Channel, isAnnotated, isLeftOut } from './channel.js'

export interface BuildOptions {
  /** What is generated of every annotated channel. Absent: what its operations say, and both sides where it has none. */
  readonly side?: 'publish' | 'consume' | 'both'
  /** Only these consumer groups. Absent: all. */
  readonly groups?: readonly string[]
}

/** The channels that something is generated for. */
export function generatedChannels(channels: readonly Channel[]): readonly Channel[] {
  return channels.filter((channel) => isAnnotated(channel) && !isLeftOut(channel))
}

export function isPublished(channel: Channel, { side }: BuildOptions): boolean {
  if (side !== undefined) return side !== 'consume'
  return channel.sends.length > 0 || isCatalogue(channel)
}

export function isConsumed(channel: Channel, { side }: BuildOptions): boolean {
  if (side !== undefined) return side !== 'publish'
  return channel.receives.length > 0 || isCatalogue(channel)
}

/** A channel that says what is on it and not who does what with it. */
function isCatalogue(channel: Channel): boolean {
  return channel.sends.length === 0 && channel.receives.length === 0
}
