import type { Channel } from '../build/channel.js'
import type { Design } from '../build/design.js'
import { isVersion2 } from '../build/is-version-2.js'
import { childPlace, type Node, objectAt } from '../build/node.js'
import type { Json } from '../model/document.js'
import type { Place } from '../model/pointer.js'

/** A key that AsyncAPI does not know, or might not. */
export interface OwnKey {
  readonly key: string
  readonly value: Json
  readonly at: Place
}

/**
 * The keys of their own that people add to a channel, its operations and messages, and to the AMQP bindings of these.
 * What the schemas of AsyncAPI 3 refuse in a binding is left out, and what the build tells of exchanges and queues: both
 * give the same advice.
 */
export function ownKeys(
  { context, root }: Design,
  { channel, isGenerated }: { readonly channel: Channel; readonly isGenerated: boolean },
): readonly OwnKey[] {
  const operations = [...channel.sends, ...channel.receives]
  const nodes = [channel.node, ...operations.map(({ node }) => node), ...channel.messages.map(({ node }) => node)]
  const isOpen = isVersion2(root)
  return nodes.flatMap((node) => {
    const amqp = objectAt(context, node, 'bindings', 'amqp')
    const parts = amqp === undefined ? [] : inside(amqp, ['exchange', 'queue'])
    return [
      ...keysOf(node).filter(isExtension),
      ...(amqp === undefined ? [] : keysOf(amqp).filter((own) => isOpen || isExtension(own))),
      ...parts.flatMap(keysOf).filter((own) => !isGenerated || node !== channel.node || isExtension(own)),
      ...parts.flatMap((part) => inside(part, ['arguments', 'x-arguments'])).flatMap(keysOf),
    ]
  })

  function inside(parent: Node, names: readonly string[]): readonly Node[] {
    return names.flatMap((name) => objectAt(context, parent, name) ?? [])
  }
}

function keysOf(node: Node): readonly OwnKey[] {
  return Object.entries(node.value).map(([key, value]) => ({ key, value, at: childPlace(node.place, key) }))
}

function isExtension({ key }: OwnKey): boolean {
  return key.startsWith('x-')
}
