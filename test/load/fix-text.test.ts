import { describe, expect, it } from 'vitest'
import { type FixInFile, fixText } from '../../generator/load/edit/fix-text.js'
import type { Change } from '../../generator/model/fix.js'

const one = (pointer: string, change: Change): FixInFile => [{ pointer, change }]
const rename = (pointer: string, to: string) => one(pointer, { kind: 'rename-key', to })
const replace = (pointer: string, to: string) => one(pointer, { kind: 'replace-text', to })
const remove = (pointer: string) => one(pointer, { kind: 'remove' })
const insert = (pointer: string, key = 'retention', value = '7d') => one(pointer, { kind: 'insert', key, value })

describe('fixText', () => {
  it.each([
    [
      'a key',
      'a:\n    # why\n    buisness: 1\t# tab\n',
      rename('/a/buisness', 'business'),
      'a:\n    # why\n    business: 1\t# tab\n',
    ],
    ['a quoted key', "{ 'x-a': 1 }", rename('/x-a', 'x-b'), "{ 'x-b': 1 }"],
    ['a key of JSON', '{\r\n  "x-a": 1\r\n}', rename('/x-a', 'x-b'), '{\r\n  "x-b": 1\r\n}'],
    ['a key with an anchor behind it', 'a: &one { b: 1 }\nc: *one\n', rename('/a', 'd'), 'd: &one { b: 1 }\nc: *one\n'],
    ['a key to one that is there', 'a: 1\nb: 2\n', rename('/a', 'b'), 'a: 1\nb: 2\n'],
    ['a text', 'k: [ordrId,   b]  # c\n', replace('/k/0', 'orderId'), 'k: [orderId,   b]  # c\n'],
    ['a text with an anchor', 'k:\n- &id ordrId\n- *id\n', replace('/k/0', 'orderId'), 'k:\n- &id orderId\n- *id\n'],
    ['a text to one that needs quotes', 'k: [a]\n', replace('/k/0', 'a, b'), 'k: ["a, b"]\n'],
    ['what an alias stands for', 'a: &x [b]\nc: *x\n', replace('/c/0', 'd'), 'a: &x [b]\nc: *x\n'],
    ['what is merged', 'a: &x { b: 1 }\nc: { <<: *x }\n', rename('/c/b', 'd'), 'a: &x { b: 1 }\nc: { <<: *x }\n'],
    ['the last of a flow', 'k: [a, a]\n', remove('/k/1'), 'k: [a]\n'],
    ['the first of a flow', 'k: [a, b]\n', remove('/k/0'), 'k: [b]\n'],
    ['an item of JSON', '{"k":["a","a","b"]}', remove('/k/1'), '{"k":["a","b"]}'],
    ['a line', 'k:\n    - a\n    - a\n    - b # c\n', remove('/k/1'), 'k:\n    - a\n    - b # c\n'],
    ['a line of CRLF', 'k:\r\n- a\r\n- a\r\n', remove('/k/1'), 'k:\r\n- a\r\n'],
    ['a line with a comment', 'k:\n- a\n- a # no\n', remove('/k/1'), 'k:\n- a\n- a # no\n'],
    ['the only one', 'k: [a]\n', remove('/k/0'), 'k: [a]\n'],
    ['a member', 'k:\n  a:\n    b: 1\n    c: 2\n  # d\n  d: 3\n', remove('/k/a'), 'k:\n  # d\n  d: 3\n'],
    ['a member of a flow', '{ a: 1, b: { c: 2 }, d: 3 }\n', remove('/b'), '{ a: 1, d: 3 }\n'],
    ['one with an anchor', '{ a: 1, b: &b { c: 2 }, d: *b }\n', remove('/b'), '{ a: 1, b: &b { c: 2 }, d: *b }\n'],
    [
      'into a block',
      'k:\n    a: 1 # one\n    # two\n    b:\n        - 2\n',
      insert('/k'),
      'k:\n    a: 1 # one\n    retention: 7d\n    # two\n    b:\n        - 2\n',
    ],
    ['into a block of CRLF', 'k:\r\n  a: 1\r\n', insert('/k'), 'k:\r\n  a: 1\r\n  retention: 7d\r\n'],
    ['into the end of a text', 'k:\n  a: 1', insert('/k'), 'k:\n  a: 1\n  retention: 7d'],
    ['into a block of long values', 'k:\n  a:\n    - 1\n', insert('/k'), 'k:\n  retention: 7d\n  a:\n    - 1\n'],
    ['into an item', '- a: 1\n', insert('/0'), '- a: 1\n  retention: 7d\n'],
    ['into a flow', 'k: { a: 1 } # c\n', insert('/k'), 'k: { a: 1, retention: 7d } # c\n'],
    ['into an empty flow', 'k: {}\n', insert('/k'), 'k: { retention: 7d }\n'],
    ['into nothing', 'k: # why\nl: 1\n', insert('/k'), 'k: { retention: 7d } # why\nl: 1\n'],
    ['into null', 'k: ~\n', insert('/k'), 'k: { retention: 7d }\n'],
    [
      'into JSON',
      '{\n    "k": {\n        "a": 1\n    }\n}\n',
      insert('/k'),
      '{\n    "k": {\n        "a": 1,\n        "retention": "7d"\n    }\n}\n',
    ],
    ['into an empty object of JSON', '{"k": {}}', insert('/k'), '{"k": { "retention": "7d" }}'],
    ['where it is', 'k: { retention: 1d }\n', insert('/k'), 'k: { retention: 1d }\n'],
    ['into what has an anchor', 'k: &k { a: 1 }\nl: *k\n', insert('/k'), 'k: &k { a: 1 }\nl: *k\n'],
    ['a text that is broken', 'k: [a\n', remove('/k/0'), 'k: [a\n'],
  ])('changes no more than it says: %s', (_what, before, fix, after) => {
    expect(fixText(before, [fix])).toBe(after)
  })

  it('makes a fix whole or not at all', () => {
    const move: FixInFile = [...remove('/a'), ...insert('/c', 'a', '1')]
    expect(fixText('a: 1\nb: 2\nc: { d: 3 }\n', [move])).toBe('b: 2\nc: { d: 3, a: "1" }\n')
    expect(fixText('a: 1\nb: 2\nc: [3]\n', [move])).toBe('a: 1\nb: 2\nc: [3]\n')
  })

  it('makes one of two that overlap', () => {
    expect(fixText('k: [a, a, a]\n', [remove('/k/1'), remove('/k/2')])).toBe('k: [a, a]\n')
    expect(fixText('k: { a: 1 }\n', [insert('/k', 'b'), insert('/k', 'c')])).toBe('k: { a: 1, b: 7d }\n')
  })
})
