// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
export type Parameters = Readonly<Record<string, string>>

/**
 * A reader of the parameters in a routing key: for the addresses `['stock.{depotId}']` it gives `{ depotId: 'x' }` for
 * `stock.x`, by the first address that fits, and undefined where none does. A parameter is one word, as the `*` that
 * stands for it in a binding: it holds no dot. `*` and `#` in an address stand for what they do in a binding.
 */
export function createParameterReader(addresses: readonly string[]): (routingKey: string) => Parameters | undefined {
  const patterns = addresses.map(compile)
  return (routingKey) => {
    for (const { names, pattern } of patterns) {
      const found = pattern.exec(routingKey)
      // One group for each name; the first item is the whole match.
      if (found !== null) return Object.fromEntries(names.map((name, i) => [name, found[i + 1] ?? '']))
    }
    return undefined
  }
}

interface AddressPattern {
  readonly names: readonly string[]
  readonly pattern: RegExp
}

const placeholder = /\{([^{}]*)\}/

function compile(address: string): AddressPattern {
  // Split by a pattern with a group: every second piece is a name, in which a dot separates nothing.
  const pieces = address.split(placeholder)
  const names = pieces.filter((_, i) => i % 2 === 1)
  const words = pieces
    .map((piece, i) => (i % 2 === 1 ? '{}' : piece))
    .join('')
    .split('.')
  return { names, pattern: new RegExp(`^${words.reduce(withWord, '')}$`, 's') }
}

/** `#` stands for any number of words, none included, and takes the dots between them along. */
function withWord(before: string, word: string, i: number, words: readonly string[]): string {
  const isFirst = i === 0
  if (word === '#')
    return isFirst && words.length > 1 ? '(?:[^.]*\\.)*' : `${before}${isFirst ? '.*' : '(?:\\.[^.]*)*'}`
  const dot = isFirst || (i === 1 && words[0] === '#') ? '' : '\\.'
  return `${before}${dot}${word === '*' ? '[^.]*' : wordPattern(word)}`
}

function wordPattern(word: string): string {
  return word.split('{}').map(escapeRegExp).join('([^.]+)')
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
