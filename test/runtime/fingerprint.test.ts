import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, ignoreTree } from '../../templates/runtime/message/canonical-json.js'
import { fingerprint } from '../../templates/runtime/message/fingerprint.js'

const hex = (payload: unknown, ignore: readonly (readonly string[])[] = []): string =>
  fingerprint(payload, ignore).toString('hex')

test('is the SHA-256 of the canonical text', () => {
  const text = '{"a":[1,"ü",null,true],"b":{}}'
  expect(hex({ b: {}, a: [1, 'ü', null, true] })).toBe(createHash('sha256').update(text).digest('hex'))
})

describe('the canonical text', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    [
      'sorts members by UTF-16 code units',
      '{"b":1,"a":2,"B":3,"😀":4,"\uffee":5,"é":6}',
      '{"B":3,"a":2,"b":1,"é":6,"😀":4,"\uffee":5}',
    ],
    ['sorts index-like members as texts', '{"10":1,"9":2,"a":3}', '{"10":1,"9":2,"a":3}'],
    ['has no white space', ' { "a" : [ 1 , 2 ] } ', '{"a":[1,2]}'],
    ['writes minus zero as zero', '[-0,0.0]', '[0,0]'],
    [
      'writes numbers as JavaScript does',
      '[1.0,1e3,1e21,1e-7,0.1,123456789012345680000]',
      '[1,1000,1e+21,1e-7,0.1,123456789012345680000]',
    ],
    ['keeps the order of lists', '[3,1,2]', '[3,1,2]'],
    ['keeps strings and numbers apart', '["1",1]', '["1",1]'],
    ['escapes as JSON does', '["\\u0000\\n\\"\\\\/"]', '["\\u0000\\n\\"\\\\/"]'],
    ['keeps a member named __proto__', '{"__proto__":{"a":1}}', '{"__proto__":{"a":1}}'],
    ['writes a scalar', '"text"', '"text"'],
    ['writes null', 'null', 'null'],
  ]
  test.each(cases)('%s', (_, text, expected) => {
    expect(canonicalJson(JSON.parse(text))).toBe(expected)
  })

  test('is JSON that means the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const parsed: unknown = JSON.parse(JSON.stringify(value))
        expect(JSON.parse(canonicalJson(parsed))).toEqual(parsed)
      }),
    )
  })

  test('does not depend on the order of members', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const entries = Object.entries(value)
        expect(canonicalJson(Object.fromEntries(entries.reverse()))).toBe(canonicalJson(Object.fromEntries(entries)))
      }),
    )
  })

  test('refuses what is nested too deeply, before it exhausts the stack', () => {
    const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
    expect(canonicalJson(nested(500))).toHaveLength(1_000)
    expect(() => canonicalJson(nested(501))).toThrow(expect.objectContaining({ code: 'body-too-deep' }))
    expect(() => canonicalJson(nested(1_000_000))).toThrow(expect.objectContaining({ code: 'body-too-deep' }))
  })
})

describe('ignored members', () => {
  const order = {
    id: 1,
    sentAt: 'now',
    meta: { traceId: 't', source: 's' },
    lines: [
      { sku: 'a', at: 1 },
      { sku: 'b', at: 2 },
    ],
  }

  test('do not count, whatever they hold and whether or not they are there', () => {
    const ignore = [['sentAt'], ['meta', 'traceId']]
    const again = { id: 1, sentAt: { another: 'form' }, meta: { source: 's' }, lines: order.lines }
    expect(hex(again, ignore)).toBe(hex(order, ignore))
    expect(hex(again)).not.toBe(hex(order))
    expect(hex({ ...order, id: 2 }, ignore)).not.toBe(hex(order, ignore))
    expect(hex({ ...order, meta: { ...order.meta, source: 'x' } }, ignore)).not.toBe(hex(order, ignore))
  })

  test('lie in every item of a list on the way, and of a list of lists', () => {
    const ignore = [['lines', 'at']]
    const later = { ...order, lines: order.lines.map((line) => ({ ...line, at: 9 })) }
    expect(hex(later, ignore)).toBe(hex(order, ignore))
    expect(hex({ lines: [[{ at: 1 }]] }, ignore)).toBe(hex({ lines: [[{ at: 2 }]] }, ignore))
    expect(hex({ lines: [{ at: 1, sku: 'a' }] }, ignore)).not.toBe(hex({ lines: [{ at: 1, sku: 'b' }] }, ignore))
  })

  test('may be named with the whole that holds them', () => {
    for (const ignore of [
      [['meta'], ['meta', 'traceId']],
      [['meta', 'traceId'], ['meta']],
    ]) {
      expect(canonicalJson({ meta: { source: 's' }, id: 1 }, ignoreTree(ignore))).toBe('{"id":1}')
    }
  })

  test('are not mistaken for members of the same name elsewhere', () => {
    const ignore = [['meta', 'id']]
    expect(hex({ id: 1, meta: { id: 1 } }, ignore)).not.toBe(hex({ id: 2, meta: { id: 1 } }, ignore))
    expect(hex({ other: { meta: { id: 1 } } }, ignore)).not.toBe(hex({ other: { meta: { id: 2 } } }, ignore))
  })
})
