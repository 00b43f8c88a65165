import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuildOptions, build } from '../../generator/build/build.js'
import { contractText, readContract } from '../../generator/build/canonical.js'
import { loadDocument } from '../../generator/load/load-document.js'
import { validate } from '../../generator/load/validate.js'
import { isError } from '../../generator/model/finding.js'
import type { OutputFile } from '../../generator/model/output-file.js'
import { render } from '../../generator/render/render.js'
import { readTemplates } from '../render/templates.js'
import { fieldReports, withoutInput } from './cases-table.js'
import { compileOutputs, compilers } from './compile-outputs.js'
import { emitOutputs } from './emit.js'
import { same } from './same.js'

/** What every case becomes compiles, with the file `usage.ts` of the case where it has one. */
const casesFolder = fileURLToPath(new URL('../cases', import.meta.url))
const temporary = fileURLToPath(new URL('../../.tmp', import.meta.url))
const templates = readTemplates()
const cases = readdirSync(casesFolder).sort()
const generated = cases.filter((name) => existsSync(join(casesFolder, name, 'contract.json')))
const used = cases.filter((name) => existsSync(join(casesFolder, name, 'usage.ts')))
let folder = ''
let complaints: ReadonlyMap<string, string> = new Map()

describe('what a case becomes', () => {
  beforeAll(async () => {
    mkdirSync(temporary, { recursive: true })
    folder = mkdtempSync(join(temporary, 'cases-'))
    const made = await Promise.all(generated.map(async (name) => ({ name, files: await filesOf(name) })))
    const folders = emitOutputs(
      folder,
      made.filter(({ files }) => files.length > 0),
    )
    complaints = compileOutputs(folder, { compiler: compilers['7'], folders })
  }, 600_000)

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.for(generated)('compiles, and is used as %s says', (name) => {
    expect(complaints.get(name) ?? '').toBe('')
  })

  test('stands on a runtime that compiles', () => {
    expect(complaints.get('') ?? '').toBe('')
    expect(used.length).toBeGreaterThan(10)
    expect(used.filter((name) => !generated.includes(name))).toEqual([])
  })
})

describe('what the official parser says of a case', () => {
  const validated = cases.filter((name) => existsSync(join(casesFolder, name, 'validation.txt')))

  test.for(validated)('is what %s expects', async (name) => {
    const cwd = join(casesFolder, name)
    const { document } = await loadDocument({ path: 'spec.yaml', cwd })
    if (document === undefined) throw new Error('the case does not load')
    const findings = await validate(document, { form: 'official' })
    const lines = findings.map(({ severity, rule, message, hint, at }) => {
      const { line, column } = 'line' in at ? at : document.locate(at)
      return `${line}:${column} ${severity} ${rule} ${message}\n  ${hint}\n`
    })
    expect(lines.join('')).toBe(readFileSync(join(cwd, 'validation.txt'), 'utf8'))
  })

  test('is expected somewhere', () => expect(validated.length).toBeGreaterThan(0))
})

describe('a report from the field', () => {
  test.for(Object.entries(fieldReports))('%s has its cases', ([, names]) => {
    for (const name of names) expect(cases).toContain(name)
  })

  const list = fileURLToPath(new URL('../../../shared/CASES.md', import.meta.url))
  if (!existsSync(list))
    console.warn('SKIPPED: there is no ../shared/CASES.md, so the table of reports is not compared with it')

  test.skipIf(!existsSync(list))('is in the table, whatever its number', () => {
    const numbers = [...readFileSync(list, 'utf8').matchAll(/^\| (\d+) \|/gm)].map((match) => Number(match[1]))
    expect(numbers.length).toBeGreaterThan(40)
    expect([...Object.keys(fieldReports).map(Number), ...withoutInput].toSorted((one, other) => one - other)).toEqual(
      numbers,
    )
  })
})

async function filesOf(name: string): Promise<readonly OutputFile[]> {
  const cwd = join(casesFolder, name)
  const { document } = await loadDocument({ path: 'spec.yaml', cwd })
  if (document === undefined) throw new Error(`${name} does not load`)
  const options: BuildOptions = JSON.parse(textAt(join(cwd, 'options.json')) ?? '{}')
  const before = textAt(join(cwd, 'previous-contract.json'))
  const { contract, docs, findings } = build(document, options, before === undefined ? undefined : readContract(before))
  if (findings.some(isError) || Object.keys(contract.messages).length === 0) return []
  const input = { contract, docs, contractText: contractText(contract), templates }
  const files = await render({ ...input, specPath: '../spec.yaml', importExtension: 'js' })
  const usage = textAt(join(cwd, 'usage.ts'))
  return usage === undefined ? files : [...files, { path: 'usage.ts', text: usage }, same]
}

function textAt(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
