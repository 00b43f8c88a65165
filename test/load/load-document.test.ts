import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { supportedVersions } from '../../generator/load/asyncapi-version.js'
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
    ['info: {}\nasyncapi: 1.2.0\n', '2:1 error version-unsupported AsyncAPI "1.2.0" is not supported by this release'],
    ['asyncapi: 2.6\n', '1:1 error version-unsupported "asyncapi: 2.6" is no version'],
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
    const { findings } = await loadTexts({ 'spec.yaml': 'asyncapi: 1.2.0' })
    expect(findings[0]?.hint).toContain('2.0.0 to 2.6.0, 3.0.0 and 3.1.0')
    expect(findings[0]?.hint).toContain('asyncapi convert')
  })

  test('a version that YAML reads as a number is written out', async () => {
    const { findings } = await loadTexts({ 'spec.yaml': 'asyncapi: 2.6' })
    expect(findings[0]?.hint).toBe('write it in full: asyncapi: "2.6.0"')
  })

  test.each(supportedVersions)('%s is one that is', async (version) => {
    const { document, findings } = await loadTexts({ 'spec.yaml': `asyncapi: ${version}` })
    expect([document?.files.size, findings]).toEqual([1, []])
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
