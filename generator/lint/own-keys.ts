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
 * What the schemas of AsyncAPI 3 refuse in a binding is left out: the validation tells it, with the same advice.
 */
export function ownKeys({ context, root }: Design, channel: Channel): readonly OwnKey[] {
  const operations = [...channel.sends, ...channel.receives]
  const nodes = [channel.node, ...operations.map(({ node }) => node), ...channel.messages.map(({ node }) => node)]
  const bindings = nodes.flatMap((node) => objectAt(context, node, 'bindings', 'amqp') ?? [])
  const parts = bindings.flatMap((amqp) => {
    const inner = ['exchange', 'queue'].flatMap((name) => objectAt(context, amqp, name) ?? [])
    return [...inner, ...inner.flatMap((part) => argumentsOf(part))]
  })
  const isOpen = isVersion2(root)
  return [
    ...nodes.flatMap((node) => keysOf(node).filter(isExtension)),
    ...bindings.flatMap((amqp) => keysOf(amqp).filter((own) => isOpen || isExtension(own))),
    ...parts.flatMap(keysOf),
  ]

  function argumentsOf(part: Node): readonly Node[] {
    return ['arguments', 'x-arguments'].flatMap((name) => objectAt(context, part, name) ?? [])
  }
}

function keysOf(node: Node): readonly OwnKey[] {
  return Object.entries(node.value).map(([key, value]) => ({ key, value, at: childPlace(node.place, key) }))
}

function isExtension({ key }: OwnKey): boolean {
  return key.startsWith('x-')
}
