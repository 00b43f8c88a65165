import type { Channel } from './channel.js'
import type { Context } from './context.js'
import { isVersion2 } from './is-version-2.js'
import type { Node } from './node.js'
import { readChannels2 } from './read-channels-2.js'
import { readChannels3 } from './read-channels-3.js'
import type { ReadOptions } from './read-parts.js'

/** Whom code is generated for: the application that the document describes, or the other side of it. */
export type Perspective = 'application' | 'client'

/** The channels of a document with their messages and operations, in the order of the document. */
export function readChannels(
  context: Context,
  root: Node,
  options: ReadOptions & { readonly perspective: Perspective },
): readonly Channel[] {
  const channels = (isVersion2(root) ? readChannels2 : readChannels3)(context, root, options)
  return options.perspective === 'application' ? channels : channels.map(seenByClient)
}

/** What the application receives, its clients send. */
function seenByClient(channel: Channel): Channel {
  return { ...channel, sends: channel.receives, receives: channel.sends }
}
