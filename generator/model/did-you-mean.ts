/**
 * The candidate that the user most likely meant by `word`, as it is written among the candidates: the nearest one
 * by Damerau-Levenshtein distance, ignoring case, at equal distance the first. Undefined when nothing is near
 * enough: one mistake in words of up to five characters, one for each three characters in longer ones.
 */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase()
  let nearest: string | undefined
  let nearestDistance = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const known = candidate.toLowerCase()
    const allowed = allowedMistakes(wanted, known)
    // Cheap test first: the lengths alone already differ by more than the mistakes allowed.
    if (candidate === '' || Math.abs(wanted.length - known.length) > allowed) continue
    const distance = editDistance(wanted, known)
    if (distance > allowed || distance >= nearestDistance) continue
    nearest = candidate
    nearestDistance = distance
  }
  return nearest
}

/** What was meant, where nothing else can have been. */
export function onlyMeant(word: string, candidates: Iterable<string>): string | undefined {
  const all = [...candidates]
  const meant = didYouMean(word, all)
  const others = all.filter((candidate) => candidate !== meant)
  return meant === undefined || didYouMean(word, others) !== undefined ? undefined : meant
}

/** At least one character has to be right: `x` is no misspelling of `y`. */
function allowedMistakes(wanted: string, known: string): number {
  const longest = Math.max(wanted.length, known.length)
  const allowed = longest < 6 ? 1 : Math.floor(longest / 3)
  return Math.min(allowed, Math.max(0, Math.min(wanted.length, known.length) - 1))
}

/** Insertions, deletions, replacements and swaps of neighbours between two words (optimal string alignment). */
function editDistance(left: string, right: string): number {
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      current.push(cheapest({ left, right, row, column, beforeLast, last, current }))
    }
    beforeLast = last
    last = current
  }
  return last[right.length] ?? 0
}

function cheapest(cell: {
  readonly left: string
  readonly right: string
  readonly row: number
  readonly column: number
  readonly beforeLast: readonly number[]
  readonly last: readonly number[]
  readonly current: readonly number[]
}): number {
  const { left, right, row, column } = cell
  const at = (line: readonly number[], index: number) => line[index] ?? Number.POSITIVE_INFINITY
  const same = left[row - 1] === right[column - 1]
  const swapped = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
  return Math.min(
    at(cell.last, column) + 1,
    at(cell.current, column - 1) + 1,
    at(cell.last, column - 1) + (same ? 0 : 1),
    swapped ? at(cell.beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
  )
}
