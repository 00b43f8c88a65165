import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTopicIndex } from '../../generator/lint/topic-index.js'
import { overlap, topicWords } from '../../generator/lint/topic-words.js'

const overlaps = (one: string, other: string) => overlap(topicWords(one), topicWords(other))

test.each([
  ['order.*', 'order.paid', true],
  ['order.*', 'order.paid.again', false],
  ['order.#', 'order', true],
  ['#.paid', 'order.eu.paid', true],
  ['order*', 'order.paid', false],
  ['stock.berlin', 'stock.{depotId}', true],
  ['stock.berlin-1', 'stock.{city}-{number}', true],
  ['stock.berlin', 'stock.{city}-{number}', false],
  ['stock.{order.id}', 'stock.*', true],
  ['#', '', true],
  ['*', '', false],
])('%s and %s: %s', (one, other, expected) => {
  expect(overlaps(one, other)).toBe(expected)
  expect(overlaps(other, one)).toBe(expected)
})

test('many # take no time to speak of', () => {
  expect(overlaps(`${'#.a.'.repeat(30)}b`, `${'a.'.repeat(120)}c`)).toBe(false)
})

const word = fc.constantFrom('a', 'b', 'c')
const pattern = fc.array(fc.oneof(word, fc.constantFrom('*', '#')), { minLength: 1, maxLength: 5 })
const address = fc.array(word, { minLength: 1, maxLength: 5 })

test('a pattern lets through what RabbitMQ lets through', () => {
  fc.assert(
    fc.property(pattern, address, (words, key) => {
      const expected = matches(words, key)
      const [written, sent] = [words.join('.'), key.join('.')]
      expect(overlaps(written, sent)).toBe(expected)
      expect(createTopicIndex([[sent, sent]]).coveredBy(written)).toEqual(expected ? [sent] : [])
    }),
  )
})

/** By a regular expression over words, each with a dot before it. */
function matches(words: readonly string[], key: readonly string[]): boolean {
  const parts = words.map((one) => (one === '#' ? '(\\.\\w+)*' : one === '*' ? '\\.\\w+' : `\\.${one}`))
  return new RegExp(`^${parts.join('')}$`).test(key.map((one) => `.${one}`).join(''))
}
