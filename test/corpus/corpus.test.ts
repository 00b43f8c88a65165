import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Parser } from '@asyncapi/parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileOutputs, compilers } from './compile-outputs.js'
import { foundDocuments } from './documents.js'
import { emitOutputs, type Output, scriptsOf } from './emit.js'
import { type Generated, generateAgain, type Judged, judge } from './judge.js'
import { isActionable, isReason } from './reasons.js'
import { type Ran, runOutput } from './run-output.js'
import { standIns } from './stand-ins.js'
import { type Row, tableOf } from './table.js'
import { usageOf } from './usage.js'

/**
 * Every public document that there is, annotated where it is not: what is valid is generated, compiles, and does what
 * the document says; what is not has a reason that a person can act on.
 */
const documents = foundDocuments()
const temporary = fileURLToPath(new URL('../../.tmp', import.meta.url))
const judged = new Map<string, Judged>()
const valid = new Map<string, { readonly before: boolean; readonly after: boolean }>()
const ran = new Map<string, Ran>()
let folder = ''
const complaints = new Map<string, ReadonlyMap<string, string>>()

describe.runIf(documents.length > 0)('a public document', () => {
  beforeAll(async () => {
    mkdirSync(temporary, { recursive: true })
    folder = mkdtempSync(join(temporary, 'corpus-'))
    const parser = new Parser()
    for (const document of documents) {
      const made = await judge(document)
      judged.set(document.name, made)
      const before = await isValid(parser, readFileSync(document.path, 'utf8'), document.path)
      const after = await isValid(parser, JSON.stringify(made.tree), document.path)
      valid.set(document.name, { before, after })
    }
    await runAll()
    compileAll()
  }, 900_000)

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
    console.info(tableOf(documents.map(({ name }) => rowOf(name))))
  })

  test.for(documents)('$name is generated, or refused for a reason', ({ name }) => {
    const { findings, generated } = theJudged(name)
    const errors = findings.filter(({ severity }) => severity === 'error')
    expect(generated === undefined, JSON.stringify(errors)).toBe(errors.length > 0)
    const isValid = valid.get(name)?.before === true
    expect(errors.filter((error) => !isReason(error, { isValid }))).toEqual([])
  })

  test.for(documents)('$name is as valid with annotations as without', ({ name }) => {
    expect(valid.get(name)?.after).toBe(valid.get(name)?.before)
  })

  test.for(documents)('$name gets messages that a person can act on', ({ name }) => {
    for (const finding of theJudged(name).findings) expect(isActionable(finding), JSON.stringify(finding)).toBe(true)
  })

  test.for(documents)('$name has a publisher for each message sent and a start for each group', ({ name }) => {
    const generated = theJudged(name).generated
    if (generated !== undefined) expect(countsOf(generated)).toEqual(generated.expected)
  })

  test.for(documents)('$name gives the same bytes once more, also after its own contract', async (document) => {
    const { tree, generated } = theJudged(document.name)
    if (generated === undefined) return
    expect(await generateAgain(document, tree)).toEqual(generated.files)
    expect(await generateAgain(document, tree, generated.contract)).toEqual(generated.files)
  })

  test.for(documents)('$name means what it says', ({ name }) => {
    expect(ran.get(name)?.complaints ?? []).toEqual([])
  })

  describe.each(Object.keys(compilers))('under TypeScript %s', (version) => {
    test('the runtime compiles', () => {
      expect(complaints.get(version)?.get('') ?? '').toBe('')
    })

    test.for(documents)('$name compiles, and so does a service that uses all of it', ({ name }) => {
      expect(complaints.get(version)?.get(name) ?? '').toBe('')
    })
  })

  test('most documents are generated', () => {
    const generated = [...judged.values()].filter((one) => one.generated !== undefined)
    expect(generated.length).toBeGreaterThan(documents.length / 2)
  })
})

function theJudged(name: string): Judged {
  const found = judged.get(name)
  if (found === undefined) throw new Error(`${name} was not looked at`)
  return found
}

async function runAll(): Promise<void> {
  const scripts = emitOutputs(join(folder, 'js'), scriptsOf(outputs(), standIns))
  for (const [name, target] of scripts) {
    const { generated } = theJudged(name)
    if (generated !== undefined) ran.set(name, await runOutput(generated, target))
  }
}

function compileAll(): void {
  const used = outputs().map(({ name, files }) => {
    const { generated } = theJudged(name)
    const samples = ran.get(name)?.samples ?? new Map()
    return { name, files: generated === undefined ? files : [...files, usageOf(generated, samples)] }
  })
  const folders = emitOutputs(join(folder, 'ts'), used)
  for (const [version, compiler] of Object.entries(compilers)) {
    complaints.set(version, compileOutputs(join(folder, 'ts'), { compiler, folders }))
  }
}

function outputs(): readonly Output[] {
  return [...judged.values()].flatMap(({ name, generated }) =>
    generated === undefined ? [] : [{ name, files: generated.files }],
  )
}

function countsOf({ contract }: Generated): Generated['expected'] {
  const groups = Object.values(contract.groups)
  const handlers = groups.map(({ queues }) => new Set(queues.flatMap(({ messages }) => messages)).size)
  return {
    publishers: Object.keys(contract.publishers).length,
    starts: groups.length,
    handlers: handlers.reduce((sum, count) => sum + count, 0),
  }
}

/** By the official parser itself, which would fetch what is remote. */
async function isValid(parser: Parser, text: string, path: string): Promise<boolean> {
  if (/\$ref["']?:\s*["']?https?:/.test(text)) return false
  const diagnostics = await parser.validate(text, { source: path })
  return !diagnostics.some(({ severity }) => severity === 0)
}

function rowOf(name: string): Row {
  const { version, generated, findings } = theJudged(name)
  return {
    name,
    version,
    isValid: valid.get(name)?.before ?? false,
    generated,
    ran: ran.get(name),
    findings,
    compiles: [...complaints.values()].every((byName) => !byName.has(name)),
  }
}
