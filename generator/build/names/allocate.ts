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
  /** Whether another name may differ from this one in case alone, as a constant differs from a type. */
  readonly isExact?: boolean
}

/**
 * A name for each claim: an identifier that is not reserved, and no two of which differ in case alone (but for exact
 * ones, which only differ). Whoever had a name keeps it; newcomers take what is left, list by list, each list in the
 * order of its ids.
 */
export function allocateNames(
  lists: readonly (readonly Claim[])[],
  isReserved: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const used = new Set<string>()
  const folded = new Set<string>()
  const names = new Map<string, string>()
  const ordered = lists.flatMap((list) => list.toSorted((left, right) => compareText(left.id, right.id)))
  for (const claim of ordered) {
    const { previous } = claim
    if (previous !== undefined && isFree(claim)(previous)) give(claim, previous)
  }
  for (const claim of ordered) {
    const { id, preferences } = claim
    if (!names.has(id)) give(claim, preferences.find(isFree(claim)) ?? numbered(preferences[0], isFree(claim)))
  }
  return names

  function isFree({ isExact }: Claim): (name: string) => boolean {
    return (name) => {
      if (!isIdentifier(name) || isReserved(name) || used.has(name)) return false
      return isExact === true || !folded.has(name.toLowerCase())
    }
  }

  function give({ id, isExact }: Claim, name: string): void {
    names.set(id, name)
    used.add(name)
    if (isExact !== true) folded.add(name.toLowerCase())
  }
}

function numbered(preference: string, isFree: (name: string) => boolean): string {
  // With a number behind it every preference can be a name; if it were not, no number would ever do.
  const name = isIdentifier(`${preference}2`) ? preference : 'Name'
  let number = 2
  while (!isFree(`${name}${number}`)) number += 1
  return `${name}${number}`
}
