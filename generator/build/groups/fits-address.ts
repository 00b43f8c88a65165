import { parametersIn } from '../../model/address.js'

/**
 * Whether every routing key that the pattern lets through is one of the address: `stock.*` is of `stock.{depotId}`,
 * `stock.#` is not. Parameters can be read of such keys.
 */
export function fitsAddress(pattern: string, address: string): boolean {
  const [words, expected] = [pattern.split('.'), address.split('.')]
  return words.length === expected.length && words.every((word, i) => fitsWord(word, expected[i] ?? ''))
}

function fitsWord(word: string, expected: string): boolean {
  if (word === '#') return false
  const [name] = parametersIn(expected)
  if (name === undefined) return word === expected
  if (word === '*') return expected === `{${name}}`
  const pattern = expected.split(/\{[^{}]+\}/).map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${pattern.join('.+')}$`, 's').test(word)
}
