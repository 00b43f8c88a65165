import { nameWords } from '../model/words.js'

/**
 * Names that differ from an earlier one as a misspelling does, with that one: in case or in what separates the words,
 * or in one letter too few or too many, or two that changed places, of a long word. Not `worker-1` and `worker-2`, `eu`
 * and `us`, `billing` and `filling`, which somebody meant.
 */
export function nearlyEqual(names: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const bySignature = new Map<string, string[]>()
  for (const name of new Set(names)) {
    const signatures = signaturesOf(name)
    const earlier = signatures.flatMap((signature) => bySignature.get(signature) ?? [])
    const first = earlier.find((other) => areNearlyEqual(other, name))
    if (first !== undefined) found.set(name, first)
    for (const signature of signatures) {
      const same = bySignature.get(signature)
      if (same === undefined) bySignature.set(signature, [name])
      else same.push(name)
    }
  }
  return found
}

/**
 * What names have in common that are nearly equal: each word left out a letter, in turn. So that thousands of groups
 * need not be compared with each other.
 */
function signaturesOf(name: string): readonly string[] {
  const words = nameWords(name)
  const shortened = words.flatMap((word, i) => {
    const parts = isLong(word) ? [...word].map((_, letter) => without(word, letter)) : []
    return [word, ...parts].map((part) => words.with(i, part).join(' '))
  })
  return [...new Set([words.join(''), ...shortened])]
}

function areNearlyEqual(left: string, right: string): boolean {
  const [words, others] = [nameWords(left), nameWords(right)]
  if (words.join('') === others.join('')) return true
  const differing = words.flatMap((word, i) => (word === others[i] ? [] : [[word, others[i] ?? ''] as const]))
  const [pair] = differing
  return words.length === others.length && differing.length === 1 && pair !== undefined && isMisspelling(...pair)
}

function isMisspelling(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (!isLong(short) || short[0] !== long[0]) return false
  if (long.length === short.length) return isSwapped(short, long)
  return long.length === short.length + 1 && [...long].some((_, i) => without(long, i) === short)
}

/** Long enough for a misspelling to be less likely a word of its own. */
function isLong(word: string): boolean {
  return word.length >= 5 && !/\p{N}/u.test(word)
}

function isSwapped(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, i) => letter !== other[i])
  const swapped = `${one.slice(0, at)}${one[at + 1] ?? ''}${one[at] ?? ''}${one.slice(at + 2)}`
  return at >= 0 && swapped === other
}

function without(word: string, index: number): string {
  return word.slice(0, index) + word.slice(index + 1)
}
