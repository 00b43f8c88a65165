import { isIdentifier } from '../../model/identifier.js'
import { compareText } from '../group-by.js'

/** Something that needs a name of its own. */
export interface Claim {
  /** What the result names it by; also decides who comes first, so that the order of a document does not matter. */
  readonly id: string
  /** Names in the order of preference; after the last one the first gets a number. */
  readonly preferences: readonly [string, ...string[]]
  /** The name it had in the previous contract. */
  readonly previous?: string | undefined
}

export interface NameSpace {
  /** Names that nothing may have. */
  readonly reserved: ReadonlySet<string>
  /** Names that others have; compared without regard to case, as everything here. */
  readonly taken?: Iterable<string>
}

/**
 * A name for each claim, no two of which differ in case alone. Whoever had a name keeps it; newcomers take what is left,
 * list by list, each list in the order of its ids.
 */
export function allocateNames(
  lists: readonly (readonly Claim[])[],
  { reserved, taken = [] }: NameSpace,
): ReadonlyMap<string, string> {
  const used = new Set([...taken].map((name) => name.toLowerCase()))
  const names = new Map<string, string>()
  const ordered = lists.flatMap((list) => list.toSorted((left, right) => compareText(left.id, right.id)))
  const isFree = (name: string) => isIdentifier(name) && !reserved.has(name) && !used.has(name.toLowerCase())
  for (const { id, previous } of ordered) if (previous !== undefined && isFree(previous)) give(id, previous)
  for (const { id, preferences } of ordered) {
    if (!names.has(id)) give(id, preferences.find(isFree) ?? numbered(preferences[0], isFree))
  }
  return names

  function give(id: string, name: string): void {
    names.set(id, name)
    used.add(name.toLowerCase())
  }
}

function numbered(preference: string, isFree: (name: string) => boolean): string {
  // With a number behind it every preference can be a name; if it were not, no number would ever do.
  const name = isIdentifier(`${preference}2`) ? preference : 'Name'
  let number = 2
  while (!isFree(`${name}${number}`)) number += 1
  return `${name}${number}`
}
