import fc from 'fast-check'
import { expect, test } from 'vitest'
import { businessKey, encodeKey } from '../../templates/runtime/key.js'
import type { KeyField } from '../../templates/runtime/types.js'
import { sampleMessage } from '../runtime/sample-descriptors.js'

/** Texts that are rich in what the encoding must keep apart: separators, escapes, long and wide ones. */
const part = fc.oneof(
  fc.string({
    unit: fc.constantFrom(':', '%', '3A', '25', 'a', '\n', '\u007f', 'é', '😀'),
    minLength: 1,
    maxLength: 6,
  }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
)
const parts = fc.array(part, { minLength: 1, maxLength: 4 })

test('different parts give different keys', () => {
  fc.assert(
    fc.property(parts, parts, (left, right) => {
      expect(encodeKey(left) === encodeKey(right)).toBe(JSON.stringify(left) === JSON.stringify(right))
    }),
    { numRuns: 20_000 },
  )
})

test('a part and what it is written as are different parts', () => {
  fc.assert(
    fc.property(part, (text) => {
      const written = encodeKey([text])
      fc.pre(written !== text)
      expect(encodeKey([written])).not.toBe(written)
    }),
    { numRuns: 5_000 },
  )
})

test('moving a border between two parts gives another key', () => {
  fc.assert(
    fc.property(parts, fc.nat(), fc.nat(), (all, which, where) => {
      const chosen = all[which % all.length] ?? ''
      const at = where % (chosen.length + 1)
      const split = all.flatMap((each) => (each === chosen ? [each.slice(0, at), each.slice(at)] : [each]))
      expect(encodeKey(split)).not.toBe(encodeKey(all))
      expect(encodeKey([all.join(':')]) === encodeKey(all)).toBe(all.length === 1)
    }),
    { numRuns: 5_000 },
  )
})

test('a key has at most 200 bytes, no control character and no lone surrogate', () => {
  fc.assert(
    fc.property(parts, (all) => {
      const key = encodeKey(all)
      expect(Buffer.byteLength(key)).toBeLessThanOrEqual(200)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be in a key
      expect(key).not.toMatch(/[\u0000-\u001f\u007f]|\p{Surrogate}/u)
      // What a database or a header makes of the text is the same text.
      expect(Buffer.from(key).toString()).toBe(key)
    }),
    { numRuns: 5_000 },
  )
})

test('the same values give the same key, and nothing is changed', () => {
  const fields: readonly KeyField[] = [
    { in: 'payload', path: ['text'], type: 'string' },
    { in: 'payload', path: ['nested', 'number'], type: 'integer' },
    { in: 'header', path: ['flag'], type: 'boolean' },
    { in: 'parameter', path: ['depot'], type: 'string' },
  ]
  const message = sampleMessage({ key: fields })
  const values = fc.record({
    payload: fc.record({ text: part, nested: fc.record({ number: fc.maxSafeInteger() }), other: fc.jsonValue() }),
    headers: fc.record({ flag: fc.boolean() }),
    parameters: fc.record({ depot: part }),
  })
  fc.assert(
    fc.property(values, fc.jsonValue(), (given, other) => {
      const before = JSON.stringify(given)
      const key = businessKey(message, given)
      expect(JSON.stringify(given)).toBe(before)
      // What is no field of the key, and the order of the members, do not count.
      const { text, nested } = given.payload
      expect(businessKey(message, { ...given, payload: { other, nested, text } })).toBe(key)
    }),
  )
})
