/**
 * A word of an address or of a pattern, as RabbitMQ reads them: `*` is one word, `#` any number of them; of an address
 * also a parameter, which is one word or a part of one.
 */
export type TopicWord = '*' | '#' | { readonly is: string } | { readonly like: string }

export function topicWords(text: string): readonly TopicWord[] {
  if (text === '') return []
  // A parameter's name may hold a dot, which separates no words.
  const words = text.replace(/\{[^{}]+\}/g, '{}').split('.')
  return words.map((word) => {
    if (word === '*' || word === '{}') return '*'
    if (word === '#') return '#'
    return word.includes('{}') ? { like: word } : { is: word }
  })
}

/** Whether some routing key fits both. */
export function overlap(left: readonly TopicWord[], right: readonly TopicWord[]): boolean {
  // Most addresses of a document differ in a word before anything is open.
  for (const [i, one] of left.entries()) {
    const other = right[i]
    if (other === undefined || one === '#' || other === '#') break
    if (!mayBeSame(one, other)) return false
  }
  const known = new Map<number, boolean>()
  return from(0, 0)

  function from(i: number, j: number): boolean {
    // Each pair of places once: patterns of many # would take for ever otherwise.
    const place = i * (right.length + 1) + j
    const answer = known.get(place) ?? fits(i, j)
    known.set(place, answer)
    return answer
  }

  function fits(i: number, j: number): boolean {
    const [one, other] = [left[i], right[j]]
    if (one === '#') return from(i + 1, j) || (other !== undefined && from(i, j + 1))
    if (other === '#') return from(i, j + 1) || (one !== undefined && from(i + 1, j))
    if (one === undefined || other === undefined) return one === other
    return mayBeSame(one, other) && from(i + 1, j + 1)
  }
}

function mayBeSame(one: Exclude<TopicWord, '#'>, other: Exclude<TopicWord, '#'>): boolean {
  if (one === '*' || other === '*') return true
  if ('is' in one) return 'is' in other ? one.is === other.is : isLike(other.like, one.is)
  // Two words with parameters inside are the same for some values, which is as much as can be said.
  return 'like' in other || isLike(one.like, other.is)
}

function isLike(template: string, word: string): boolean {
  const parts = template.split('{}').map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`, 's').test(word)
}
