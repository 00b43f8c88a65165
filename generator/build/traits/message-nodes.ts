import { isList } from '../../model/document.js'
import type { Context } from '../context.js'
import { asNode, below, childPlace, member, type NamedNode, type Node, rawMember } from '../node.js'

/** The messages of an operation of AsyncAPI 2, alone or under `oneOf`; named by their position. */
export function messageNodes(context: Context, operation: Node): readonly NamedNode[] {
  const raw = rawMember(operation, 'message')
  const message = asNode(member(context, operation, 'message'))
  if (raw === undefined || message === undefined) return []
  const oneOf = member(context, message, 'oneOf')
  if (oneOf === undefined) return [{ ...message, name: '0', use: raw.place }]
  const items = isList(oneOf.value) ? [...oneOf.value.entries()] : []
  return items.flatMap(([i, value]) => {
    const found = asNode(context.follow(below(oneOf, i, value)))
    return found === undefined ? [] : [{ ...found, name: String(i), use: childPlace(oneOf.place, i) }]
  })
}
