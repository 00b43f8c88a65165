import { placeKey } from '../../model/pointer.js'
import type { Context } from '../context.js'
import { type Located, type LocatedObject, toJson } from '../located.js'

/** Lists that grow when several channels name them, instead of contradicting each other. */
const unitedLists: ReadonlySet<string> = new Set(['errorClasses.business', 'errorClasses.system'])

/**
 * What several places say about one thing, a group, one of its queues or a message: a value set at any of them holds
 * for all. Different values are reported with both places, and the first one holds.
 */
export function unite(
  context: Context,
  subject: string,
  all: readonly LocatedObject[],
  rule: 'group-conflict' | 'message-conflict' = 'group-conflict',
): LocatedObject | undefined {
  const [first, ...others] = all
  if (first === undefined) return undefined
  return others.reduce((united, other) => uniteObjects(united, other, []), first)

  function uniteObjects(left: LocatedObject, right: LocatedObject, path: readonly string[]): LocatedObject {
    const members = new Map(left.members)
    for (const [name, value] of right.members) {
      const before = members.get(name)
      members.set(name, before === undefined ? value : uniteValues(before, value, [...path, name]))
    }
    return { ...left, members }
  }

  function uniteValues(left: Located, right: Located, path: readonly string[]): Located {
    if (left.kind === 'object' && right.kind === 'object') return uniteObjects(left, right, path)
    if (left.kind === 'list' && right.kind === 'list' && unitedLists.has(path.join('.'))) {
      return { ...left, items: [...left.items, ...right.items] }
    }
    const [one, other] = [left, right].map((value) => JSON.stringify(toJson(value)))
    if (one !== other) {
      context.report({
        rule,
        message: `${subject} has ${path.join('.')} ${other} here and ${one} at ${placeKey(left.place)}`,
        hint: 'give both the same value, or set it at one of the places only',
        at: right.place,
      })
    }
    return left
  }
}
