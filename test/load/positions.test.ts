import fc from 'fast-check'
import { dump } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { lineIndex } from '../../generator/load/line-index.js'
import { parseSource } from '../../generator/load/parse-source.js'
import { locator } from '../../generator/load/positions.js'
import type { Json } from '../../generator/model/document.js'
import { joinPointer } from '../../generator/model/pointer.js'

/** `^^` in the text marks the place that is expected for the pointer; it is not part of the text. */
function expectMark(marked: string, pointer: string, path = 'spec.yaml'): void {
  const text = marked.replace('^^', '')
  expect(marked).toContain('^^')
  expect(parseSource({ path, text })).toHaveProperty('value')
  const found = locator(new Map([['', { path, text, value: null }]]))({ file: '', pointer })
  const lines = text.split(/\r\n|\n|\r/)
  const rest = lines.map((line, i) =>
    i < found.line - 1 ? line : i === found.line - 1 ? mark(line, found.column) : line,
  )
  expect(rest.join('\n')).toBe(marked.split(/\r\n|\n|\r/).join('\n'))
}

function mark(line: string, column: number): string {
  return `${line.slice(0, column - 1)}^^${line.slice(column - 1)}`
}

describe('in block style', () => {
  test.each([
    ['a: 1\n^^b: 2', '/b'],
    ['a:\n  b:\n    ^^c: 1', '/a/b/c'],
    ['a:\n\n  # b: 0\n  ^^b: 1', '/a/b'],
    ['---\n# title\n^^a: 1', ''],
    ['%YAML 1.2\n---\n^^a: 1', '/a'],
    ['"a": 1\n^^"b c": 2', '/b c'],
    ["^^'it''s': 2", "/it's"],
    ['^^"\\u00e4": 2', '/ä'],
    ['a: 1\n^^404: x', '/404'],
    ['^^true: x', '/true'],
    ['^^null: x', '/null'],
    ['? \n: x\n^^b: 1', '/b'],
    ['^^a/b~c: x', '/a~1b~0c'],
    ['^^order.{id}: x', '/order.{id}'],
    ['a: {}\n^^b :   1', '/b'],
    ['a: |\n  b: 1\n  c: 2\n\n^^b: 3', '/b'],
    ['a: >-\n  folded\n  text\n^^b: 3', '/b'],
    ['a: one\n  b c\n  d\n^^b: 3', '/b'],
    ['a: "one\n  b: c\n  d"\n^^b: 3', '/b'],
    ["a: 'one\n\n  d'\n^^b: 3", '/b'],
    ['a:\n  b: 1\n^^c:\n  b: 2', '/c'],
    ['a:\n^^b:\nc:', '/b'],
    ['a:\n  ^^b:\nc: 1', '/a/b'],
    ['? ^^a\n: 1\n? b\n: 2', '/a'],
    ['? a\n: 1\n? ^^b\n: c: 2', '/b'],
    ['? a\n: 1\n? b\n: ^^c: 2', '/b/c'],
    ['? a\n? ^^b\n? c', '/b'],
    ['? a\n^^b: 1', '/b'],
    ['? a\n^^:b: 1', '/:b'],
    ['? |\n  x\n: 1\n^^b: 1', '/b'],
    ['? ^^b # why\n# more\n: 1', '/b'],
    ['a: !!str 1\n^^b: !!int "2"', '/b'],
    ['a: &x 1\n&y ^^b: *x', '/b'],
    ['!!str ^^b: 1', '/b'],
    ['a: !!map\n  ^^b: 1', '/a/b'],
    ['a: &x\n  ^^b: 1', '/a/b'],
    ['a: &x # why\n\n  ^^b: 1', '/a/b'],
    ['a: &x !!map\n  ^^b: 1', '/a/b'],
    ['a: value#with:1\n^^b: 1 # c: 2', '/b'],
    ['url: http://x:1\n^^b: 1', '/b'],
    ['a: 😀\n😀: 1\n^^b: 1', '/b'],
    ['😀:\n  x: 😀 # 😀\n  ^^b: 1', '/😀/b'],
  ])('%j: %s', (text, pointer) => {
    expectMark(text, pointer)
  })
})

describe('in block lists', () => {
  test.each([
    ['- a\n- ^^b', '/1'],
    ['a:\n- x\n- ^^y', '/a/1'],
    ['a:\n  - x\n  # no\n  - ^^y', '/a/1'],
    ['a:\n  - x: 1\n    ^^y: 2', '/a/0/y'],
    ['a:\n  - x: 1\n  - ^^y: 2', '/a/1'],
    ['a:\n  -   x: 1\n  -\n    ^^y: 2', '/a/1/y'],
    ['- - a\n  - ^^b\n- c', '/0/1'],
    ['- - a\n  - b\n- ^^c', '/1'],
    ['- - - a\n    - ^^b', '/0/0/1'],
    ['-\n- ^^b', '/1'],
    ['^^-\n- b', '/0'],
    ['- a\n^^-\n- c', '/1'],
    ['- a\n-\n-\n- ^^d', '/3'],
    ['- a\n- b\n^^-', '/2'],
    ['a:\n  - 1\n  -\n  ^^-\nb: 1', '/a/2'],
    ['- # - no\n- ^^b', '/1'],
    ['- "- a"\n- ^^b', '/1'],
    ['- |\n  - a\n- ^^b', '/1'],
    ['- a\n  - a\n- ^^b', '/1'],
    ['- &x a\n- ^^*x', '/1'],
    ['- &x ^^a\n- *x', '/0'],
    ['- &x ^^k: 1\n- *x', '/0/k'],
    ['- &x\n  ^^k: 1\n- 2', '/0/k'],
    ['- !!str ^^a', '/0'],
    ['- ^^&x\n- b', '/0'],
    ['- &x\n- ^^b', '/1'],
    ['- ? a\n  : 1\n- ^^b', '/1'],
    ['-1: a\n^^-b: c', '/-b'],
  ])('%j: %s', (text, pointer) => {
    expectMark(text, pointer)
  })
})

describe('in flow style', () => {
  test.each([
    ['{ a: 1, ^^b: 2 }', '/b'],
    ['{a: {b: {^^c: 1}}}', '/a/b/c'],
    ['{"a":1,^^"b":2}', '/b'],
    ['{a, ^^b: 1}', '/b'],
    ['{^^a, b: 1}', '/a'],
    ['{a: , ^^b: 1}', '/b'],
    ['{a: 1,\n  # no\n  ^^b: 2,\n}', '/b'],
    ['{? a : 1, ? ^^b : 2}', '/b'],
    ['{a:1, ^^b: 2}', '/b'],
    ['{a\n, ^^b: 2}', '/b'],
    ['{"a"\n  , ^^b: 2}', '/b'],
    ['x: {a: "}", ^^b: 2}', '/x/b'],
    ['x:\n  {a: 1,\n   ^^b: 2}', '/x/b'],
    ['[a, ^^b]', '/1'],
    ['[a, [b, ^^c]]', '/1/1'],
    ['[a, {b: 1, ^^c: 1}]', '/1/c'],
    ['[a: 1, ^^b: 2]', '/1'],
    ['[a: 1, ^^b: 2]', '/1/b'],
    ['[? a : 1, ^^c]', '/1'],
    ['["a": {^^b: 1}]', '/0/a/b'],
    ['["a":1, ^^b]', '/1'],
    ['[a,\n # x\n ^^b,\n]', '/1'],
    ['- [a, b]\n- {c: [1, ^^2]}', '/1/c/1'],
    ['a: &x [1, ^^2]\nb: *x', '/a/1'],
    ['a: &x {k: 1, ^^l: 2}', '/a/l'],
    ['? [a, b]\n: c\n^^d: 1', '/d'],
    ['{ "a": [ {}, { "b": [], ^^"c": {} } ] }', '/a/1/c'],
  ])('%j: %s', (text, pointer) => {
    expectMark(text, pointer)
  })
})

describe('a place that does not stand in the text is its nearest parent', () => {
  test.each([
    ['a: 1\n^^b: {c: 1}', '/b/x'],
    ['a: 1\n^^b: {c: 1}', '/b/x/y/0'],
    ['^^a: 1', '/x'],
    ['a: [1, 2]\n^^b: [1]', '/b/1'],
    ['a: [1]\n^^b: [1]', '/b/-1'],
    ['a: [1]\n^^b: [1]', '/b/length'],
    ['a: {b: 1}\n^^c: 1', '/c/b'],
    ['a: &x {b: 1}\n^^c: *x', '/c/b'],
    ['a: &x {b: 1}\nd: [1, ^^*x]', '/d/1/b'],
    ['a: &x {b: 1}\nd:\n  ^^<<: *x\n  e: 2', '/d/b'],
    ['a: &x {b: 1}\nd:\n  <<: *x\n  ^^b: 2', '/d/b'],
    ['a: &x {b: 1}\nd:\n  ^^b: 2\n  <<: *x', '/d/b'],
    ['a: [&x {b: 1}, &y {c: 1}]\nd: {^^<<: [*x, *y], e: 2}', '/d/c'],
    ['a: [&x {b: 1}, &y {c: 1}]\nd: {<<: [*x, *y], ^^e: 2}', '/d/e'],
    ['d: {^^<<: {b: 1}, e: 2}', '/d/b'],
    ['"<<": {^^b: 1}', '/<</b'],
  ])('%j: %s', (text, pointer) => {
    expectMark(text, pointer)
  })

  test('of a file without content the start', () => {
    expect(
      locator(new Map([['', { path: 'a.yaml', text: '# only this\n', value: null }]]))({ file: '', pointer: '' }),
    ).toEqual({
      line: 2,
      column: 1,
    })
    expect(locator(new Map())({ file: 'gone.yaml', pointer: '/a' })).toEqual({ line: 1, column: 1 })
  })
})

describe('lines end with', () => {
  test.each([
    ['\\n', '\n'],
    ['\\r\\n', '\r\n'],
    ['\\r', '\r'],
  ])('%s', (_name, lineBreak) => {
    for (const [text, pointer] of [
      ['a:\n- 1\n-\n- ^^b', '/a/2'],
      ['a: |\n  x\n\n  y\n# c\n^^b: 1', '/b'],
    ] as const) {
      expectMark(text.replaceAll('\n', lineBreak), pointer)
    }
    expectMark('{\n "a": [\n  1,\n  ^^2\n ]\n}'.replaceAll('\n', lineBreak), '/a/1', 'spec.json')
  })
})

describe('in JSON', () => {
  test.each([
    ['{"a":1,^^"b":2}', '/b'],
    ['  ^^{"a":1}', ''],
    ['{"a":{"b":[1,{"x":"}]\\"","y"  :  3},^^"c"]}}', '/a/b/2'],
    ['{"a\\u002fb":1,^^"\\u00e4\\n":2}', '/ä\n'],
    ['[[],{},^^[1]]', '/2'],
    ['{\n\t"a" : 1,\n\t^^"b" : [ ]\n}', '/b/0'],
    ['{^^"":1}', '/'],
    ['[1e5,-0.1E-2,true,false,null,^^"x"]', '/5'],
  ])('%j: %s', (text, pointer) => {
    expectMark(text, pointer, 'spec.json')
    // The same text is YAML too, and stands at the same places.
    if (!text.includes('\t')) expectMark(text, pointer, 'spec.yaml')
  })
})

/** Every key and every scalar of the value occurs once in its text, so the text itself says where each stands. */
const unique = fc
  .letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constant('leaf'),
      fc.array(tie('value'), { maxLength: 4, depthIdentifier: 'value' }),
      fc.array(tie('value'), { maxLength: 4 }).map((values) => ({ values })),
    ),
  }))
  .value.map(numbered)

function numbered(shape: unknown): Json {
  let count = 0
  const name = (prefix: string) => `${prefix}${++count}_`
  const build = (part: unknown): Json => {
    if (Array.isArray(part)) return part.map(build)
    if (typeof part !== 'object' || part === null) return name('text ')
    return Object.fromEntries((part as { values: unknown[] }).values.map((value) => [name('key'), build(value)]))
  }
  return build(shape)
}

function eachPlace(value: Json, pointer: string, visit: (place: { pointer: string; word: string }) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    const inside = joinPointer(pointer, name)
    if (!Array.isArray(value)) visit({ pointer: inside, word: name })
    else if (typeof part === 'string') visit({ pointer: inside, word: part })
    eachPlace(part, inside, visit)
  }
}

const styles = fc.record({
  flowLevel: fc.constantFrom(-1, 0, 1, 2, 3),
  indent: fc.constantFrom(2, 3, 4),
  noArrayIndent: fc.boolean(),
  forceQuotes: fc.boolean(),
  quotingType: fc.constantFrom('"' as const, "'" as const),
})

test('every key and item of any value is found in every style', () => {
  fc.assert(
    fc.property(unique, styles, fc.constantFrom('\n', '\r\n'), (value, style, lineBreak) => {
      for (const [path, text] of [
        ['spec.yaml', dump(value, { ...style, noRefs: true }).replaceAll('\n', lineBreak)],
        ['spec.json', JSON.stringify(value, undefined, style.indent).replaceAll('\n', lineBreak)],
      ] as const) {
        const locate = locator(new Map([['', { path, text, value }]]))
        const positionAt = lineIndex(text)
        eachPlace(value, '', ({ pointer, word }) => {
          const offset = text.indexOf(word)
          const quoted = /["']/.test(text[offset - 1] ?? '')
          expect(locate({ file: '', pointer })).toEqual(positionAt(quoted ? offset - 1 : offset))
        })
      }
    }),
    { numRuns: 500 },
  )
})
