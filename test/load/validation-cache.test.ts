import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cacheFolder } from '../../generator/load/cache-folder.js'
import { validate } from '../../generator/load/validate.js'
import { recallValidation, rememberValidation, validationKey } from '../../generator/load/validation-cache.js'
import type { Document } from '../../generator/model/document.js'
import type { Finding } from '../../generator/model/finding.js'
import { loadTexts } from './load-texts.js'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idemgen-cache-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const valid = "asyncapi: 3.0.0\ninfo: { title: t, version: '1' }\ncomponents: { schemas: { A: true } }\n"

async function load(texts: Readonly<Record<string, string>>): Promise<Document> {
  const { document } = await loadTexts(texts)
  if (document === undefined) throw new Error('the document was not read')
  return document
}

const at = { file: '', pointer: '' }
const marker: Finding = { rule: 'marker', severity: 'info', message: 'from the cache', at }

describe('a content that was once valid', () => {
  test('is not parsed again, and gives the same findings', async () => {
    const cacheFolder = join(folder, 'deep', 'cache')
    const document = await load({ 'spec.yaml': valid })
    const first = await validate(document, { form: 'official', cacheFolder })
    expect(first.map(({ rule }) => rule)).toEqual(['asyncapi-stricter'])
    expect(await validate(document, { form: 'official', cacheFolder })).toEqual(first)
    const [entry, ...others] = await readdir(cacheFolder)
    expect(others).toEqual([])
    // Nobody but the cache says this.
    await writeFile(join(cacheFolder, entry ?? ''), JSON.stringify([marker]))
    expect(await validate(await load({ 'spec.yaml': valid }), { form: 'official', cacheFolder })).toEqual([marker])
    expect(
      await validate(await load({ 'spec.yaml': `${valid}# edited\n` }), { form: 'official', cacheFolder }),
    ).toEqual(first)
  })

  test('is parsed when no cache is given', async () => {
    const document = await load({ 'spec.yaml': valid })
    expect(await validate(document, { form: 'official' })).toHaveLength(1)
    expect(await readdir(folder)).toEqual([])
  })
})

test('a content with errors is not remembered', async () => {
  const document = await load({ 'spec.yaml': 'asyncapi: 3.0.0\n' })
  const findings = await validate(document, { form: 'official', cacheFolder: folder })
  expect(findings.map(({ severity }) => severity)).toEqual(['error'])
  expect(await readdir(folder)).toEqual([])
})

test('the key depends on every file, on names and texts, and on the versions of what validates', async () => {
  const reference = (ref: string) => `asyncapi: 3.0.0\nx-a: { $ref: '${ref}' }\n`
  const keys = [
    validationKey(await load({ 'spec.yaml': reference('a.yaml'), 'a.yaml': 'a: 1' }), ['1']),
    validationKey(await load({ 'spec.yaml': reference('a.yaml'), 'a.yaml': 'a: 2' }), ['1']),
    validationKey(await load({ 'spec.yaml': reference('b.yaml'), 'b.yaml': 'a: 1' }), ['1']),
    validationKey(await load({ 'spec.yaml': reference('a.yaml'), 'a.yaml': 'a: 1' }), ['2']),
    validationKey(await load({ 'spec.yaml': reference('a.yaml'), 'a.yaml': 'a: 1' }), ['1', '']),
    validationKey(await load({ 'spec.yaml': 'asyncapi: 3.0.0\n' }), ['1']),
    validationKey(await load({ 'spec.json': '{"asyncapi": "3.0.0"}' }), ['1']),
    validationKey(await load({ 'spec.yaml': '{"asyncapi": "3.0.0"}' }), ['1']),
  ]
  expect(new Set(keys).size).toBe(keys.length)
  const again = await load({ 'specs/spec.yaml': reference('a.yaml'), 'specs/a.yaml': 'a: 1' })
  expect(validationKey(again, ['1'])).toBe(keys[0])
})

describe('a cache that is of no use does no harm', () => {
  const key = 'a'.repeat(64)

  test.each([
    ['broken', '{'],
    ['of another form', '{"a": 1}'],
    ['with something else in it', '[1]'],
    ['with an error in it', JSON.stringify([{ ...marker, severity: 'error' }])],
    ['without a place', JSON.stringify([{ ...marker, at: undefined }])],
    ['with half a place', JSON.stringify([{ ...marker, at: { file: '' } }])],
    ['with a message that is no text', JSON.stringify([{ ...marker, message: 1 }])],
  ])('%s', async (_name, text) => {
    await writeFile(join(folder, `${key}.json`), text)
    expect(recallValidation(folder, key)).toBeUndefined()
    rememberValidation(folder, key, [marker])
    expect(recallValidation(folder, key)).toEqual([marker])
  })

  test('missing, or where a file stands in place of the folder', async () => {
    expect(recallValidation(join(folder, 'none'), key)).toBeUndefined()
    await writeFile(join(folder, 'file'), 'text')
    for (const path of [join(folder, 'file'), join(folder, 'file', 'below')]) {
      rememberValidation(path, key, [])
      expect(recallValidation(path, key)).toBeUndefined()
    }
    expect(await readFile(join(folder, 'file'), 'utf8')).toBe('text')
  })

  test('that cannot be written', async () => {
    await mkdir(join(folder, `${key}.json`))
    rememberValidation(folder, key, [])
    expect(recallValidation(folder, key)).toBeUndefined()
    expect(await readdir(folder)).toEqual([`${key}.json`])
    await chmod(folder, 0o500)
    rememberValidation(folder, 'b'.repeat(64), [])
    await chmod(folder, 0o700)
  })
})

test('the oldest entries go before there are more than a thousand, and files of others stay', async () => {
  const name = (index: number) => `${String(index).padStart(64, '0')}.json`
  for (let i = 0; i < 1000; i++) {
    await writeFile(join(folder, name(i)), '[]')
    await utimes(join(folder, name(i)), i + 1000, i + 1000)
  }
  await writeFile(join(folder, 'notes.json'), '')
  await utimes(join(folder, 'notes.json'), 1, 1)
  rememberValidation(folder, 'f'.repeat(64), [])
  const left = await readdir(folder)
  expect(left).toHaveLength(502)
  expect(left).toContain('notes.json')
  expect(left).toContain(name(999))
  expect(left).not.toContain(name(0))
})

test('the cache is beside the nearest package.json, else in the temporary folder under the name of the user', async () => {
  await mkdir(join(folder, 'package', 'src', 'deep'), { recursive: true })
  await writeFile(join(folder, 'package', 'package.json'), '{}')
  const expected = join(folder, 'package', 'node_modules', '.cache', 'idemgen')
  expect(cacheFolder(join(folder, 'package', 'src', 'deep'))).toBe(expected)
  expect(cacheFolder(join(folder, 'package'))).toBe(expected)
  expect(cacheFolder(folder)).toBe(join(tmpdir(), `idemgen-${userInfo().username}`))
})
