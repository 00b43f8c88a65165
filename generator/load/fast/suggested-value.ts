import type { Json } from '../../model/document.js'

/**
 * The allowed value that the official parser would suggest: the nearest one by Levenshtein distance, if it is nearer
 * than its own length or the only one.
 */
export function suggestedValue(value: Json | undefined, allowed: readonly Json[]): string | undefined {
  if (typeof value !== 'string') return undefined
  const weighed = allowed
    .filter((each) => typeof each === 'string')
    .map((each) => ({ each, weight: distance(each, value) }))
  const [best] = weighed.toSorted((left, right) => left.weight - right.weight)
  if (best === undefined) return undefined
  return allowed.length === 1 || best.weight < best.each.length ? best.each : undefined
}

function distance(left: string, right: string): number {
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (const [row, letter] of [...left].entries()) {
    const current = [row + 1]
    for (let column = 1; column <= right.length; column++) {
      const replaced = (last[column - 1] ?? 0) + (letter === right[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    last = current
  }
  return last[right.length] ?? 0
}
