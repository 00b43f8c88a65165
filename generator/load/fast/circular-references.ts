import { isList, isObject, type Json } from '../../model/document.js'
import type { ResolvedDocument } from './resolved-document.js'

/**
 * The texts of the references that lead to something that they are a part of, through however many others: both their
 * ends are in one strongly connected part of the document (Tarjan's algorithm).
 */
export function circularReferences(document: ResolvedDocument): readonly string[] {
  if (!document.hasCircle) return []
  const parts = connectedParts(document.root)
  return document.followed
    .filter(({ holder, target }) => parts.get(holder) === parts.get(target) && parts.has(holder))
    .map(({ ref }) => ref)
}

interface Visit {
  readonly order: number
  /** The first visited value that it leads back to. */
  back: number
}

/** For each list and object the number of its part; two are in one part when each leads to the other. */
function connectedParts(root: Json): ReadonlyMap<Json, number> {
  const visits = new Map<Json, Visit>()
  const parts = new Map<Json, number>()
  const waiting: Json[] = []
  const visit = (value: Json): Visit => {
    const own: Visit = { order: visits.size, back: visits.size }
    visits.set(value, own)
    waiting.push(value)
    for (const member of membersOf(value)) {
      if (parts.has(member)) continue
      own.back = Math.min(own.back, (visits.get(member) ?? visit(member)).back)
    }
    if (own.back === own.order) {
      for (const member of waiting.splice(waiting.lastIndexOf(value))) parts.set(member, own.order)
    }
    return own
  }
  visit(root)
  return parts
}

function membersOf(value: Json): readonly Json[] {
  const members: readonly Json[] = isList(value) ? value : isObject(value) ? Object.values(value) : []
  return members.filter((member) => typeof member === 'object' && member !== null)
}
