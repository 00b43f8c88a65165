import { describe, expect, test } from 'vitest'
import { lineOf, loadTexts } from './load-texts.js'

const start = 'asyncapi: 3.0.0\ninfo: {title: t, version: "1"}\n'

describe('broken YAML is one finding with its position and what to do', () => {
  test.each([
    ['a: 1\nb:\n  c: 1\n  c: 2\n', '4:3', 'the key "c" stands twice in one map', /remove one/],
    ['~: 1\nnull: 2\n', '2:1', 'the key null stands twice in one map: ~ and null both mean it', /quotes/],
    ['{a: 1,\n "b c": 2, "b c": 3}', '2:12', 'the key "b c" stands twice in one map', /remove one/],
    ["a: 1\n'a' : 2\n", '2:1', 'the key "a" stands twice in one map', /remove one/],
    ['a: *.paid\n', '1:10', 'the alias "*.paid" names no anchor above it', /"\*\.paid"/],
    ['a: 1\n\tb: 2\n', '2:1', 'a tab stands in the indentation', /spaces/],
    ['a:\n  b: 1\n c: 2\n', '3:2', 'an entry of a map is indented unlike its neighbours', /align/],
    ['a: b: c\n', '1:5', 'an entry of a map is indented unlike its neighbours', /quotes/],
    ['a: [1, 2\nb: 1\n', '2:1', 'expected a comma or a closing bracket here', /quotes/],
    ['a: {b: 1\n', '2:1', 'the file ends inside a flow collection', /close/],
    ['a: "b\n', '2:1', 'the file ends inside a double quoted scalar', /close/],
    ['a: 1\nb\nc: 1\n', '3:2', 'a key without a colon stands before this line', /key: value/],
    ['a: 1\n@b: 1\n', '2:1', 'expected "key: value" here', /colon/],
    ['a: !!js/function "x"\n', '1:21', 'the tag "!!js/function" is not known here', /remove the tag/],
    ['a: !!binary aGk=\n', '1:17', 'the tag "!!binary" is not known here', /remove the tag/],
    ['a: !!timestamp 2024-01-01\n', '1:26', 'the tag "!!timestamp" is not known here', /remove the tag/],
    ['a: !ruby/object {}\n', '1:19', 'the tag "!ruby/object" is not known here', /remove the tag/],
    ['a: "\u0000"\n', '1:5', 'a control character stands in the text', /remove/],
    ['a: x\u0007\n', '1:6', 'a control character stands in the text', /remove/],
    ['a: 1\n<<: 5\n', '2:6', '"<<" merges something that is no map', /alias/],
    ['a: 1\n---\nb: 1\n---\nc: 1\n', '3:1', 'the file holds 3 YAML documents, the second starts here', /---/],
    [`a: ${'['.repeat(300)}`, '1:205', 'nested deeper than 200 levels', /split/],
  ])('%j', async (text, position, message, hint) => {
    const { document, findings } = await loadTexts({ 'spec.yaml': text })
    expect(document).toBeUndefined()
    expect(findings.map((finding) => lineOf(finding))).toEqual([`spec.yaml:${position} error yaml-broken ${message}`])
    expect(findings[0]?.hint).toMatch(hint)
  })
})

describe('broken JSON is one finding with its position and what to do', () => {
  test.each([
    ['{"a": 1,\n "b": {"c": 1, "c": 2}}', '2:16', 'the key "c" stands twice in one object', /remove one/],
    ['{"a": 1, "\\u0061": 2}', '1:10', 'the key "a" stands twice in one object', /remove one/],
    ['{"a": 1,}', '1:8', 'a comma stands before "}"', /YAML/],
    ['{"a": [1,]}', '1:9', 'a comma stands before "]"', /YAML/],
    ['{"a": 1\n "b": 2}', '2:2', 'expected "," or "}", found "\\""', /just before/],
    ['{"a" 1}', '1:6', 'expected ":" after a key, found "1"', /just before/],
    ['{a: 1}', '1:2', 'expected a key in double quotes, found "a"', /just before/],
    ['{"a": undefined}', '1:7', 'expected a value, found "undefined"', /just before/],
    ['{"a": trueish}', '1:7', 'expected a value, found "trueish"', /just before/],
    ['{"a": 01}', '1:7', 'expected a value, found "01"', /just before/],
    ['{"a": 1.}', '1:7', 'expected a value, found "1."', /just before/],
    ['{"a": 1} x', '1:10', '"x" stands after the end of the document', /just before/],
    ['{"a": // why\n1}', '1:7', 'expected a value, found "/"', /comments/],
    ['{"a": 1', '1:8', 'expected "," or "}", found the end of the file', /just before/],
    ['', '1:1', 'expected a value, found the end of the file', /just before/],
    ['{"a": "b\n"}', '1:7', 'a text has no closing quote', /close it/],
    ['{"a": "b', '1:7', 'a text has no closing quote', /close it/],
    ['{"a": "b\\', '1:9', '"\\\\" is no escape', /two backslashes/],
    ['{"a": "b\\x"}', '1:9', '"\\\\x" is no escape', /two backslashes/],
    ['{"a": "b\tc"}', '1:9', '"\\t" stands in a text as it is', /escape/],
    [`{"a": ${'['.repeat(300)}`, '1:207', 'nested deeper than 200 levels', /split/],
  ])('%j', async (text, position, message, hint) => {
    const { document, findings } = await loadTexts({ 'spec.json': text })
    expect(document).toBeUndefined()
    expect(findings.map((finding) => lineOf(finding))).toEqual([`spec.json:${position} error json-broken ${message}`])
    expect(findings[0]?.hint).toMatch(hint)
  })
})

describe('values that no later stage could handle are refused', () => {
  const laughs = Array.from({ length: 12 }, (_, i) => `x-${i + 1}: &x${i + 1} [${`*x${i},`.repeat(9)}]`)

  test.each([
    [`${start}x-a: &a {b: *a}\n`, ['3:10 error alias-unbounded an alias stands inside the value that it repeats']],
    [`${start}x-a: &a [[*a]]\n`, ['3:11 error alias-unbounded an alias stands inside the value that it repeats']],
    [
      `${start}x-0: &x0 [a, a, a, a, a, a, a, a, a]\n${laughs.join('\n')}\n`,
      ['9:15 error alias-unbounded aliases of aliases would expand to more than can be read'],
    ],
    [
      `${start}x-0: &x0 {a: 1}\n${Array.from({ length: 250 }, (_, i) => `x-${i + 1}: &x${i + 1} {a: *x${i}}`).join('\n')}`,
      ['202:1 error nested-too-deep nested deeper than 200 levels'],
    ],
    [`${start}x-a:\n  __proto__: {b: 1}\n`, ['4:3 error key-forbidden "__proto__" cannot be a key']],
    [`${start}x-a:\n  "__proto__": 1\n`, ['4:3 error key-forbidden "__proto__" cannot be a key']],
    [`${start}{id}: 1\n`, ['3:1 error key-forbidden a key is a map itself']],
    [
      `${start}x-a: [.inf, 1]\nx-b: {c: -.INF, d: .nan}\n`,
      [
        '3:7 error value-not-json Infinity is no value of JSON',
        '4:7 error value-not-json -Infinity is no value of JSON',
        '4:17 error value-not-json NaN is no value of JSON',
      ],
    ],
  ])('%#', async (text, expected) => {
    const { document, findings } = await loadTexts({ 'spec.yaml': text })
    expect(document).toBeUndefined()
    expect(findings.map((finding) => lineOf(finding))).toEqual(expected.map((line) => `spec.yaml:${line}`))
    expect(({} as { b?: number }).b).toBeUndefined()
  })

  test('in JSON as in YAML', async () => {
    const { findings } = await loadTexts({ 'spec.json': '{"asyncapi": "3.0.0", "__proto__": {"b": 1}, "x": 1e999}' })
    expect(findings.map((finding) => lineOf(finding))).toEqual([
      'spec.json:1:23 error key-forbidden "__proto__" cannot be a key',
      'spec.json:1:46 error value-not-json Infinity is no value of JSON',
    ])
  })

  test.each([
    ['spec.json', (depth: number) => `{"asyncapi":"3.0.0","x":${'['.repeat(depth)}${']'.repeat(depth)}}`],
    ['spec.yaml', (depth: number) => `{asyncapi: 3.0.0, x: ${'['.repeat(depth)}${']'.repeat(depth)}}`],
    [
      'spec.yml',
      (depth: number) => `asyncapi: 3.0.0\n${Array.from({ length: depth }, (_, i) => `${' '.repeat(i)}a:\n`).join('')}`,
    ],
  ])('%s may nest 200 levels and no more', async (path, text) => {
    expect((await loadTexts({ [path]: text(200) })).findings).toEqual([])
    const { findings } = await loadTexts({ [path]: text(201) })
    expect(findings.map((finding) => finding.message)).toEqual(['nested deeper than 200 levels'])
  })

  test('but many values that are written out are read', async () => {
    const { document, findings } = await loadTexts({
      'spec.json': JSON.stringify({ asyncapi: '3.0.0', 'x-a': Array.from({ length: 1_100_000 }, () => 1) }),
    })
    expect(findings).toEqual([])
    expect(document).toBeDefined()
  })
})

test.each([
  ['spec.json', 'json-broken'],
  ['spec.JSON', 'json-broken'],
  ['spec.avsc', 'json-broken'],
  ['spec', 'json-broken'],
  ['spec.yaml', 'yaml-broken'],
  ['spec.YML', 'yaml-broken'],
])('%s with an object that is not closed is %s', async (path, rule) => {
  expect((await loadTexts({ [path]: '\n {"a": 1' })).findings.map((finding) => finding.rule)).toEqual([rule])
})

test('a file that is not UTF-8 is refused at its first wrong byte', async () => {
  const latin1 = Uint8Array.from([...new TextEncoder().encode('asyncapi: 3.0.0\nx-a: '), 0xe4])
  const utf16 = Uint8Array.from([0xff, 0xfe, 0x61, 0x00])
  for (const [bytes, position] of [
    [latin1, '2:6'],
    [utf16, '1:1'],
  ] as const) {
    const { findings } = await loadTexts({ 'spec.yaml': bytes })
    expect(findings.map((finding) => lineOf(finding))).toEqual([
      `spec.yaml:${position} error not-utf8 this byte is not UTF-8`,
    ])
  }
})
