import { isList } from '../../model/document.js'
import { placeKey } from '../../model/pointer.js'
import type { Context } from '../context.js'
import { isVersion2 } from '../is-version-2.js'
import { asNode, below, member, type NamedNode, type Node, namedObjects, objectAt } from '../node.js'
import { messageNodes } from './message-nodes.js'

/** An operation or a message, where it is defined, with its traits in their order. */
export interface TraitUser {
  readonly node: Node
  readonly traits: readonly Node[]
}

/** Everything that the official parser applies traits to, and that has some; each once. */
export function traitUsers(context: Context, root: Node): readonly TraitUser[] {
  const nodes = isVersion2(root) ? nodesOfVersion2(context, root) : nodesOfVersion3(context, root)
  const byPlace = new Map(nodes.map((node) => [placeKey(node.place), node]))
  return [...byPlace.values()].flatMap((node) => {
    const list = member(context, node, 'traits')
    const items = list !== undefined && isList(list.value) ? [...list.value.entries()] : []
    const traits = items.flatMap(([i, value]) => {
      return list === undefined ? [] : (asNode(context.follow(below(list, i, value))) ?? [])
    })
    return traits.length === 0 ? [] : [{ node, traits }]
  })
}

function nodesOfVersion2(context: Context, root: Node): readonly Node[] {
  const operations = channelsOf(context, root).flatMap((channel) => {
    return ['publish', 'subscribe'].flatMap((verb) => objectAt(context, channel, verb) ?? [])
  })
  const messages = operations.flatMap((operation) => messageNodes(context, operation))
  return [...operations, ...messages, ...namedAt(context, root, 'components', 'messages')]
}

function nodesOfVersion3(context: Context, root: Node): readonly Node[] {
  const inChannels = channelsOf(context, root).flatMap((channel) => namedAt(context, channel, 'messages'))
  return [
    ...namedAt(context, root, 'operations'),
    ...namedAt(context, root, 'components', 'operations'),
    ...inChannels,
    ...namedAt(context, root, 'components', 'messages'),
  ]
}

function channelsOf(context: Context, root: Node): readonly NamedNode[] {
  return [...namedAt(context, root, 'channels'), ...namedAt(context, root, 'components', 'channels')]
}

function namedAt(context: Context, node: Node, ...path: readonly string[]): readonly NamedNode[] {
  return namedObjects(context, objectAt(context, node, ...path))
}
