import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDocument } from '../../generator/load/load-document.js'
import { IdemgenError } from '../../generator/model/idemgen-error.js'
import { lineOf, loadTexts } from './load-texts.js'

const start = 'asyncapi: 3.0.0\ninfo: {title: t, version: "1"}\n'

describe('a document that can be read', () => {
  test('keeps its references, its texts and its place on the disk', async () => {
    const text = `${start}channels: {a: {$ref: "#/components/channels/a"}}\ncomponents: {channels: {a: {address: x}}}\n`
    const { document, findings } = await loadTexts({ 'specs/spec.yaml': text })
    expect(findings).toEqual([])
    expect(document?.folder).toBe('/project/specs')
    expect([...(document?.files ?? [])]).toEqual([
      [
        '',
        {
          path: 'specs/spec.yaml',
          absolutePath: '/project/specs/spec.yaml',
          text,
          value: {
            asyncapi: '3.0.0',
            info: { title: 't', version: '1' },
            channels: { a: { $ref: '#/components/channels/a' } },
            components: { channels: { a: { address: 'x' } } },
          },
        },
      ],
    ])
  })

  test('is the same in YAML and in JSON, with a byte order mark and with any line break', async () => {
    const value = { asyncapi: '3.1.0', info: { title: 'ü', version: '1' } }
    const yaml = 'asyncapi: 3.1.0\ninfo:\n  title: ü\n  version: "1"\n'
    const json = JSON.stringify(value, undefined, 2)
    for (const [path, text] of [
      ['spec.yaml', yaml],
      ['spec.yml', `\uFEFF${yaml}`],
      ['spec.yaml', yaml.replaceAll('\n', '\r\n')],
      ['spec.yaml', json],
      ['spec.json', json],
      ['spec.json', `\uFEFF${json.replaceAll('\n', '\r\n')}`],
      ['spec', json],
      ['spec', yaml],
    ] as const) {
      const { document, findings } = await loadTexts({ [path]: text })
      expect(findings).toEqual([])
      expect(document?.files.get('')?.value).toEqual(value)
      expect(document?.locate({ file: '', pointer: '/info' }).line).toBe(
        text.startsWith('{') || text.startsWith('\uFEFF{') ? 3 : 2,
      )
    }
  })

  test('holds nothing but JSON values: dates stay texts, tags of YAML change nothing', async () => {
    const { document } = await loadTexts({
      'spec.yaml': `${start}x-a: [2024-01-01, 2024-01-01T00:00:00Z, yes, 0x10, 0o10, 1_000, !!str 5, ~, "\\ud83d\\ude00"]`,
    })
    expect(document?.files.get('')?.value).toMatchObject({
      'x-a': ['2024-01-01', '2024-01-01T00:00:00Z', 'yes', 16, 8, '1_000', '5', null, '😀'],
    })
  })

  test('may share values by aliases and merge keys', async () => {
    const { document, findings } = await loadTexts({
      'spec.yaml': `${start}x-a: &a {b: 1, c: 2}\nx-b: *a\nx-c:\n  <<: *a\n  c: 3\n`,
    })
    expect(findings).toEqual([])
    expect(document?.files.get('')?.value).toMatchObject({ 'x-b': { b: 1, c: 2 }, 'x-c': { b: 1, c: 3 } })
  })
})

describe('a file that is no AsyncAPI of a supported version', () => {
  test.each([
    ['', '1:1 error not-asyncapi the file is empty'],
    ['# nothing\n', '2:1 error not-asyncapi the file is empty'],
    ['- a\n', '1:1 error not-asyncapi the file holds no map of keys'],
    ['just text', '1:1 error not-asyncapi the file holds no map of keys'],
    ['# x\nopenapi: 3.0.0\n', '2:1 error not-asyncapi "openapi" makes this another kind of document'],
    ['info: {}\n', '1:1 error not-asyncapi the key "asyncapi" is missing'],
    ['asynapi: 3.0.0\n', '1:1 error not-asyncapi the key "asyncapi" is missing, "asynapi" is not known'],
    ['info: {}\nasyncapi: 2.6.0\n', '2:1 error version-unsupported AsyncAPI "2.6.0" is not supported by this release'],
    ['asyncapi: 3.2.0\n', '1:1 error version-unsupported AsyncAPI "3.2.0" is not supported by this release'],
    ['asyncapi: 3.0\n', '1:1 error version-unsupported "asyncapi: 3" is no version'],
    ['asyncapi: [3]\n', '1:1 error version-unsupported "asyncapi: [3]" is no version'],
    ['asyncapi:\n', '1:1 error version-unsupported "asyncapi: null" is no version'],
  ])('%j', async (text, expected) => {
    const { document, findings } = await loadTexts({ 'spec.yaml': text })
    expect(document).toBeUndefined()
    expect(findings.map((finding) => lineOf(finding))).toEqual([`spec.yaml:${expected}`])
    expect(findings[0]?.hint).toMatch(/asyncapi|3\.0\.0/)
  })

  test('the versions that are supported are named', async () => {
    const { findings } = await loadTexts({ 'spec.yaml': 'asyncapi: 2.6.0' })
    expect(findings[0]?.hint).toContain('"3.0.0" and "3.1.0"')
    expect(findings[0]?.hint).toContain('asyncapi convert')
  })
})

describe('broken YAML is one finding with its position and what to do', () => {
  test.each([
    ['a: 1\nb:\n  c: 1\n  c: 2\n', '4:3', 'the key "c" stands twice in one map', /remove one/],
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

describe('references', () => {
  const lines = async (texts: Readonly<Record<string, string>>) => {
    const { document, findings } = await loadTexts(texts)
    expect(document).toBeDefined()
    return findings.map((finding) => `${lineOf(finding, document)} (${finding.hint})`)
  }

  test.each([
    [
      '#/components/schemas/Oder',
      '"#/components/schemas/Oder" does not exist (did you mean "#/components/schemas/Order"?)',
    ],
    ['#/components/schmas/Order', '"#/components/schmas/Order" does not exist (did you mean "#/components/schemas"?)'],
    ['#/components/schemas/Zzz', '"#/components/schemas/Zzz" does not exist ("#/components/schemas" has no "Zzz")'],
    ['#/zzz', '"#/zzz" does not exist (there is no "zzz" at the top of the file)'],
    ['#Order', '"#Order" names no place (a reference looks like "#/components/schemas/Order" or "./file.yaml#/Order")'],
    ['', '"" names no place (a reference looks like "#/components/schemas/Order" or "./file.yaml#/Order")'],
    [
      './gone.yaml#/A',
      '"./gone.yaml#/A": specs/gone.yaml does not exist (a reference is relative to the file that it stands in, specs/spec.yaml)',
    ],
  ])('%j is reported where it stands', async (ref, expected) => {
    const text = `${start}components:\n  schemas:\n    Order: {}\nx-a:\n  $ref: ${JSON.stringify(ref)}\n`
    expect(await lines({ 'specs/spec.yaml': text })).toEqual([`specs/spec.yaml:7:3 error ref-missing ${expected}`])
  })

  test.each([
    ['https://example.com/a.yaml', 'ref-remote', '"https://example.com/a.yaml" is a URL, which is not fetched'],
    ['/a.yaml', 'ref-absolute', '"/a.yaml" is an absolute path'],
    ['#/x-a', 'ref-circular', '"#/x-a" leads back to itself'],
  ])('%j is %s', async (ref, rule, message) => {
    const found = await lines({ 'specs/spec.yaml': `${start}x-a:\n  $ref: "${ref}"\n` })
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(`specs/spec.yaml:4:3 error ${rule} ${message} (`)
  })

  test('lead from file to file, each relative to its own, and circles are fine', async () => {
    const { document, findings } = await loadTexts({
      'specs/spec.yaml': `${start}x-a: {$ref: "./parts/a.yaml#/A"}\nx-b: {$ref: "../shared/b.json"}\n`,
      'specs/parts/a.yaml':
        'A: {next: {$ref: "../../shared/b.json#/B"}, up: {$ref: "../spec.yaml#/info"}, self: {$ref: "#/A"}}\n',
      'shared/b.json': '{"B": {"$ref": "../specs/parts/a.yaml#/A/up"}}',
    })
    expect(findings).toEqual([])
    expect([...(document?.files ?? [])].map(([key, file]) => [key, file.path])).toEqual([
      ['', 'specs/spec.yaml'],
      ['parts/a.yaml', 'specs/parts/a.yaml'],
      ['../shared/b.json', 'shared/b.json'],
    ])
    expect(document?.locate({ file: 'parts/a.yaml', pointer: '/A/up' })).toEqual({ line: 1, column: 45 })
  })

  test('are checked in every file, and a broken file is reported once, with its own positions', async () => {
    expect(
      await lines({
        'spec.yaml': `${start}x-a: {$ref: "a.yaml#/B"}\nx-b: [{$ref: "b.yaml"}, {$ref: "b.yaml#/x"}]\n`,
        'a.yaml': 'A:\n  b: {$ref: "#/B"}\n',
        'b.yaml': 'a: 1\na: 2\n',
      }),
    ).toEqual([
      'b.yaml:2:1 error yaml-broken the key "a" stands twice in one map (remove one of the two, or merge what is below them)',
      'spec.yaml:3:7 error ref-missing "a.yaml#/B" does not exist in a.yaml (there is no "B" at the top of the file)',
      'a.yaml:2:7 error ref-missing "#/B" does not exist (there is no "B" at the top of the file)',
    ])
  })

  test('in examples count, texts and schemas named $ref do not', async () => {
    const text = `${start}x-a: {examples: [{$ref: "#/x"}], properties: {$ref: {type: string}}, b: "$ref: #/x"}\n`
    expect(await lines({ 'spec.yaml': text })).toEqual([
      'spec.yaml:3:19 error ref-missing "#/x" does not exist (there is no "x" at the top of the file)',
    ])
  })

  test('behind an alias are reported once, at the anchor', async () => {
    expect(await lines({ 'spec.yaml': `${start}x-a: &a {$ref: "#/b"}\nx-b: *a\n` })).toHaveLength(1)
  })
})

describe('on the disk', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'idemgen-load-'))
    await mkdir(join(folder, 'specs'))
    await writeFile(join(folder, 'specs', 'spec.yaml'), `${start}x-a: {$ref: "a b.yaml"}\nx-b: {$ref: "."}\n`)
    await writeFile(join(folder, 'specs', 'a b.yaml'), 'A: 1\n')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('files are found from the working directory, and folders are no files', async () => {
    const { document, findings } = await loadDocument({ path: './specs/spec.yaml', cwd: folder })
    expect(document?.files.get('a b.yaml')).toMatchObject({ path: 'specs/a b.yaml', text: 'A: 1\n', value: { A: 1 } })
    expect(document?.files.get('')?.path).toBe('./specs/spec.yaml')
    expect(findings.map((finding) => lineOf(finding, document))).toEqual([
      './specs/spec.yaml:4:7 error ref-missing ".": specs is a folder',
    ])
  })

  test.each([
    ['specs/gone.yaml', 'file-missing', 'specs/gone.yaml does not exist'],
    ['specs/spec.yaml/x.yaml', 'file-missing', 'specs/spec.yaml/x.yaml does not exist'],
    ['specs', 'file-unreadable', 'specs is a folder'],
    ['/dev/zero', 'file-unreadable', '/dev/zero is no regular file'],
    [`${'x'.repeat(300)}.yaml`, 'file-unreadable', `${'x'.repeat(300)}.yaml has too long a name`],
  ])('%s cannot be loaded', async (path, code, message) => {
    const error = await loadDocument({ path, cwd: folder }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(IdemgenError)
    expect(error).toMatchObject({ code, message })
  })
})
