import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocateNames, type Claim } from '../../generator/build/names/allocate.js'
import { camelName, isIdentifier, pascalName, reservedWords } from '../../generator/model/identifier.js'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    'class',
    'order-paid',
    'ORDER_PAID',
    'Order',
    'order',
    '1st',
    'é',
    'e\u0301',
    'ß',
    'ŉa',
    'ΐx',
    'constructor',
    '__proto__',
    '',
    '/',
    '東京',
  ),
)

describe('a name made of any text', () => {
  test('is one that TypeScript accepts', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const name = pascalName(text) ?? 'A'
        expect([name, `on${name}`, `start${name}`].filter((made) => !isIdentifier(made))).toEqual([])
        // As the name of a member it may be any word.
        expect(isIdentifier(camelName(name)) || reservedWords.has(camelName(name))).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })
  test('stays itself when it is made again', () => {
    fc.assert(
      fc.property(anyText, (text) => pascalName(pascalName(text) ?? 'A') === (pascalName(text) ?? 'A')),
      { numRuns: 3_000 },
    )
  })
  test('differs from its camelCase form in case alone', () => {
    fc.assert(
      fc.property(
        anyText,
        (text) => camelName(pascalName(text) ?? 'A').toLowerCase() === (pascalName(text) ?? 'A').toLowerCase(),
      ),
      { numRuns: 3_000 },
    )
  })
})

const identifier = fc.constantFrom('Order', 'order', 'ORDER', 'Order2', 'Paid', 'class', 'Record', '_1')
const claims: fc.Arbitrary<readonly Claim[]> = fc.uniqueArray(
  fc.record({
    id: fc.string({ maxLength: 4 }),
    preferences: fc.tuple(identifier, identifier),
    previous: fc.option(fc.oneof(identifier, fc.constantFrom('no identifier', '')), { nil: undefined }),
    isExact: fc.boolean(),
  }),
  { selector: ({ id }) => id, maxLength: 8 },
)

describe('allocated names', () => {
  const isReserved = (name: string) => name === 'Record'

  test('are valid, free, and differ in more than case where that matters', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const names = allocateNames([list], isReserved)
        expect([...names.values()].filter((name) => !isIdentifier(name) || isReserved(name))).toEqual([])
        expect(new Set(names.values()).size).toBe(list.length)
        const folded = list.filter(({ isExact }) => !isExact).map(({ id }) => names.get(id)?.toLowerCase())
        expect(new Set(folded).size).toBe(folded.length)
      }),
      { numRuns: 1_000 },
    )
  })
  test('stay when others are added before them, once they were given', () => {
    fc.assert(
      fc.property(claims, claims, (first, more) => {
        const given = allocateNames([first], isReserved)
        const added = more.filter(({ id }) => !given.has(id)).map(({ previous: _, ...claim }) => claim)
        const again = first.map((claim) => ({ ...claim, previous: given.get(claim.id) }))
        const names = allocateNames([[...added, ...again]], isReserved)
        for (const { id } of first) expect(names.get(id)).toBe(given.get(id))
      }),
      { numRuns: 1_000 },
    )
  })
})
