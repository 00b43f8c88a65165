import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { build } from '../../generator/build/build.js'
import { allocateNames, type Claim } from '../../generator/build/names/allocate.js'
import type { Contract } from '../../generator/model/contract.js'
import { camelName, isIdentifier, pascalName, reservedWords } from '../../generator/model/identifier.js'
import { documentOf } from '../build/document.js'

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
  }),
  { selector: ({ id }) => id, maxLength: 8 },
)

describe('allocated names', () => {
  const space = { reserved: new Set(['Record']), taken: ['PAID'] }

  test('are valid, free, and differ in more than case', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const names = [...allocateNames([list], space).values()]
        expect(names).toHaveLength(list.length)
        expect(names.filter((name) => !isIdentifier(name) || name === 'Record')).toEqual([])
        expect(new Set(['paid', ...names.map((name) => name.toLowerCase())]).size).toBe(list.length + 1)
      }),
      { numRuns: 1_000 },
    )
  })
  test('stay when others are added before them, once they were given', () => {
    fc.assert(
      fc.property(claims, claims, (first, more) => {
        const given = allocateNames([first], space)
        const added = more.filter(({ id }) => !given.has(id)).map(({ previous: _, ...claim }) => claim)
        const again = first.map((claim) => ({ ...claim, previous: given.get(claim.id) }))
        const names = allocateNames([[...added, ...again]], space)
        for (const { id } of first) expect(names.get(id)).toBe(given.get(id))
      }),
      { numRuns: 1_000 },
    )
  })
})

/** Messages in channels, some written out, under any keys. */
interface Spec {
  readonly channels: readonly {
    readonly key: string
    readonly message: string
    readonly isInline: boolean
    readonly group: string
  }[]
}
const spec: fc.Arbitrary<Spec> = fc.record({
  channels: fc.uniqueArray(fc.record({ key: anyText, message: anyText, isInline: fc.boolean(), group: anyText }), {
    selector: ({ key }) => key,
    maxLength: 5,
  }),
})

describe('the names of a contract', () => {
  test('are valid and name one thing each, whatever the document calls its things', () => {
    fc.assert(
      fc.property(spec, (made) => expectNames(build(documentFor(made)).contract)),
      { numRuns: 400 },
    )
  })
  test('stay when a channel with a message is inserted above', () => {
    fc.assert(
      fc.property(spec, spec, (made, above) => {
        const before = build(documentFor(made)).contract
        const known = new Set(made.channels.map(({ key }) => key))
        const groups = new Set(made.channels.map(({ group }) => group))
        const messages = new Set(made.channels.map(({ message }) => message))
        // A second use of the same message may split it in two, which is another matter.
        const added = above.channels.filter(
          ({ key, group, message }) => !known.has(key) && !groups.has(group) && !messages.has(message),
        )
        const after = build(documentFor({ channels: [...added, ...made.channels] }), {}, before).contract
        expectNames(after)
        for (const [place, name] of Object.entries(before.names))
          expect([place, after.names[place]]).toEqual([place, name])
      }),
      { numRuns: 400 },
    )
  })
})

function expectNames(contract: Contract): void {
  const names = Object.entries(contract.names)
  expect(names.filter(([, name]) => !isIdentifier(name))).toEqual([])
  const types = names.filter(([place]) => contract.schemas[place] !== undefined).map(([, name]) => name.toLowerCase())
  expect(new Set(types).size).toBe(types.length)
  expect(Object.keys(contract.schemas).filter((place) => contract.names[place] === undefined)).toEqual([])
  for (const messages of [contract.messages, contract.groups, contract.publishers]) {
    const keys = Object.keys(messages).map((name) => name.toLowerCase())
    expect(new Set(keys).size).toBe(keys.length)
  }
}

function documentFor({ channels }: Spec) {
  const payload = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }
  const inline = (key: string) => ({ name: `EVENT_${key}`, payload })
  const pointer = (key: string) =>
    `#/components/messages/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`
  return documentOf({
    asyncapi: '3.0.0',
    channels: Object.fromEntries(
      channels.map(({ key, message, isInline, group }) => [
        key,
        {
          address: `to.${key}`,
          messages: { [message]: isInline ? inline(key) : { $ref: pointer(message) } },
          'x-idempotency': { businessKey: ['id'], consumerGroup: group },
        },
      ]),
    ),
    components: {
      messages: Object.fromEntries(channels.map(({ message }) => [message, { name: message || 'X', payload }])),
    },
  })
}
