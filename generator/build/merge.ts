import type { Located, LocatedObject } from './located.js'

/**
 * Settings over settings: later wins, objects merge deeply, lists replace. An object that says which `kind` it is
 * replaces one of another kind, whose other members would mean nothing in it.
 */
export function merge(base: LocatedObject | undefined, over: LocatedObject | undefined): LocatedObject | undefined {
  if (base === undefined || over === undefined) return over ?? base
  const members = new Map(base.members)
  for (const [name, value] of over.members) {
    const before = members.get(name)
    members.set(name, before === undefined ? value : mergeValue(before, value))
  }
  return { ...over, members }
}

function mergeValue(base: Located, over: Located): Located {
  if (base.kind !== 'object' || over.kind !== 'object' || kindOf(base) !== kindOf(over)) return over
  return merge(base, over) ?? over
}

function kindOf(object: LocatedObject): unknown {
  const kind = object.members.get('kind')
  return kind?.kind === 'scalar' ? kind.value : undefined
}
