import { describe, expect, test } from 'vitest'
import { lineOf, loadTexts } from './load-texts.js'

const start = 'asyncapi: 3.0.0\ninfo: {title: t, version: "1"}\n'

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
    [
      'https://example.com/a.yaml',
      'ref-remote',
      '"https://example.com/a.yaml" is a URL, and URLs are fetched only with --allow-remote',
    ],
    ['file:///etc/passwd', 'ref-remote', '"file:///etc/passwd" is a URL that is not followed'],
    ['https://me:pw@example.com/a', 'ref-remote', 'a reference to a URL with a password in it is not followed'],
    ['/a.yaml', 'ref-absolute', '"/a.yaml" is an absolute path'],
    ['#/x-a', 'ref-circular', '"#/x-a" leads back to itself'],
  ])('%j is %s', async (ref, rule, message) => {
    const found = await lines({ 'specs/spec.yaml': `${start}x-a:\n  $ref: "${ref}"\n` })
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(`specs/spec.yaml:4:3 error ${rule} ${message} (`)
  })

  test.each([
    ['#order', 'ref-by-id', 'write "#/components/schemas/A"'],
    ['#line', 'ref-by-id', 'write "#/components/schemas/B"'],
    ['https://example.com/item.json', 'ref-by-id', 'write "#/components/schemas/C"'],
    [
      '#/definitions/Part',
      'ref-missing',
      'a pointer starts at the top of its file: did you mean "#/components/schemas/D/definitions/Part"?',
    ],
  ])('%j is told where it leads by another way', async (ref, rule, hint) => {
    const schemas = [
      'A: {$id: "#order"}',
      'B: {$anchor: line}',
      'C: {$id: "https://example.com/item.json"}',
      `D: {definitions: {Part: {}}, properties: {part: {$ref: "${ref}"}}}`,
    ]
    const text = `${start}components:\n  schemas:\n    ${schemas.join('\n    ')}\n`
    const found = await lines({ 'specs/spec.yaml': text })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(new RegExp(`^specs/spec\\.yaml:8:\\d+ error ${rule} `))
    expect(found[0]?.endsWith(` (${hint})`)).toBe(true)
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
