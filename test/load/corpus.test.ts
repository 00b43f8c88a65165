import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Parser } from '@asyncapi/parser'
import { describe, expect, test } from 'vitest'
import { loadDocument } from '../../generator/load/load-document.js'
import { locator } from '../../generator/load/positions.js'
import { reachFiles } from '../../generator/load/reach-files.js'
import { readRegularFile } from '../../generator/load/read-text.js'
import { readValue } from '../../generator/load/read-value.js'
import { validate } from '../../generator/load/validate.js'
import type { Document, Json, SourceFile } from '../../generator/model/document.js'
import { type Finding, isError, type Position } from '../../generator/model/finding.js'
import { joinPointer } from '../../generator/model/pointer.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const shared = join(root, '..', 'shared')
const found = ['corpus', 'torture'].flatMap((name) => filesIn(join(shared, name)))
const specs = filesIn(join(root, 'specs'))
if (found.length === 0)
  console.warn('SKIPPED: there are no public documents in ../shared; only those of specs/ are read')

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /\.(?:json|ya?ml)$/.test(name))
    .map((name) => join(folder, name))
}

const parser = new Parser()

describe.each([...specs, ...found].map((path) => [path.slice(path.lastIndexOf('/') + 1), path] as const))(
  '%s',
  (_name, path) => {
    test('is read without a crash, and every finding stands somewhere in its text', async () => {
      const { document, findings } = await loadDocument({ path, cwd: root })
      const text = readFileSync(path, 'utf8')
      for (const finding of findings) expectStanding(finding, text, document)
      if (document === undefined) expect(findings.some(isError)).toBe(true)
    })

    test('is valid exactly when the parser says so, in the fast form too', async () => {
      const { document, findings } = await readAnyVersion(path)
      const validated = await validate(document, { form: 'official' })
      for (const finding of validated) expectStanding(finding, readFileSync(path, 'utf8'), document)
      // Without the network, for the parser too.
      const remote = findings.some(({ rule }) => rule === 'ref-remote')
      const diagnostics = remote ? [] : await parser.validate(readFileSync(path, 'utf8'), { source: path })
      const isValid = !remote && !diagnostics.some(({ severity }) => severity === 0)
      const isOurs = ![...findings, ...validated].some(isError)
      // What AsyncAPI forbids and idemgen reads is the one thing that may make them differ.
      const isNeed = validated.some(({ rule }) => rule === 'asyncapi-stricter')
      expect(isOurs).toBe(isValid || (isNeed && isOurs))
      const fast = await validate(document, { form: 'fast' })
      expect(fast.some(isError)).toBe(validated.some(isError))
      for (const finding of fast) expectStanding(finding, readFileSync(path, 'utf8'), document)
    })

    test('has every key and item at the place that its text says', async () => {
      const { document } = await readAnyVersion(path)
      const text = readFileSync(path, 'utf8')
      const lines = text.split(/\r\n|\n|\r/)
      let count = 0
      eachMember(document.files.get('')?.value ?? null, '', (pointer, name) => {
        const { line, column } = document.locate({ file: '', pointer })
        const there = lines[line - 1]?.slice(column - 1) ?? ''
        if (!spellings(name).some((spelling) => there.startsWith(spelling))) expect(there, pointer).toBe(name)
        count++
      })
      expect(count).toBeGreaterThan(0)
    })
  },
)

function expectStanding(finding: Finding, text: string, document: Document | undefined): void {
  const { line, column } = 'line' in finding.at ? finding.at : (document?.locate(finding.at) ?? nowhere)
  const lines = text.split(/\r\n|\n|\r/)
  expect(line).toBeGreaterThan(0)
  expect(line).toBeLessThanOrEqual(lines.length)
  expect(column).toBeGreaterThan(0)
  expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1)
  expect(finding.message).not.toMatch(/\n|^[A-Z][a-z]+\b|\.$/)
}

const nowhere: Position = { line: 0, column: 0 }

/** Versions that are not read yet are validated all the same: the parser knows them. */
async function readAnyVersion(path: string): Promise<{ document: Document; findings: readonly Finding[] }> {
  const read = readValue({ path, bytes: await readRegularFile(path) })
  if ('findings' in read) throw new Error(`${path} is broken`)
  const files = new Map<string, SourceFile>([['', { path, absolutePath: path, ...read }]])
  const folder = dirname(path)
  const findings = await reachFiles(files, { folder, cwd: root, readFile: readRegularFile })
  return { document: { files, folder, locate: locator(files) }, findings }
}

function eachMember(value: Json, pointer: string, visit: (pointer: string, name: string) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries<Json>(value)) {
    const inside = joinPointer(pointer, name)
    if (!Array.isArray(value)) visit(inside, name)
    eachMember(part, inside, visit)
  }
}

function spellings(name: string): readonly string[] {
  const json = JSON.stringify(name)
  const ascii = json.replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return [name, json, ascii, `'${name.replaceAll("'", "''")}'`]
}
