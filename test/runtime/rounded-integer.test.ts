import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roundedIntegerAt } from '../../templates/runtime/message/rounded-integer.js'

describe('an integer that reading would change is found', () => {
  test.each<[string, number]>([
    ['9007199254740993', 0],
    ['-9007199254740993', 1],
    ['{"a":"x","id":1234567890123456789}', 14],
    ['[1,9007199254740992,9007199254740993]', 20],
    [`[${'9'.repeat(400)}]`, 1],
    ['{"9007199254740993":9007199254740993}', 20],
    ['["\\\\",9007199254740993]', 6],
  ])('in %s', (text, position) => expect(roundedIntegerAt(text)).toBe(position))
})

describe('no integer is taken for one that is', () => {
  test.each([
    ['safe', '9007199254740991'],
    ['exact, though not safe', '9007199254740992'],
    ['exact, though JavaScript would write it otherwise', '1152921504606846976'],
    ['as JavaScript writes it, though not exact', String(2 ** 60)],
    ['text', '"9007199254740993"'],
    ['text with quotes', '"\\"9007199254740993\\""'],
    ['a member', '{"9007199254740993":1}'],
    ['the digits of a fraction', '0.12345678901234567890'],
    ['an exponent', '12345678901234567890e3'],
    ['the digits of an exponent', '1e-0000000000000000000001'],
  ])('%s: %s', (_, text) => expect(roundedIntegerAt(text)).toBeUndefined())
})

test('it finds what BigInt says is another number, in any JSON', () => {
  const seen = { rounded: 0, kept: 0 }
  const integer = fc.oneof(
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
    fc.bigInt({ min: 2n ** 53n - 5n, max: 2n ** 53n + 5n }),
  )
  fc.assert(
    fc.property(integer, fc.json(), (number, other) => {
      const text = `{"other":${other},"number":${number}}`
      const isChanged = BigInt(Number(number)) !== number && String(Number(number)) !== String(number)
      seen[isChanged ? 'rounded' : 'kept'] += 1
      expect(roundedIntegerAt(text) !== undefined).toBe(isChanged)
    }),
    { numRuns: 500, seed: 1 },
  )
  expect(Math.min(seen.rounded, seen.kept)).toBeGreaterThan(50)
})

test('what JavaScript writes is never refused by JavaScript', () => {
  fc.assert(
    fc.property(
      fc.json({ depthSize: 'medium' }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      (json, double) => {
        expect(roundedIntegerAt(JSON.stringify([JSON.parse(json), double, double * 1e15]))).toBeUndefined()
      },
    ),
    { numRuns: 500, seed: 2 },
  )
})
