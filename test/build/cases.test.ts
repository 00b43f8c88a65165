import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type BuildOptions, build } from '../../generator/build/build.js'
import { contractText, readContract } from '../../generator/build/canonical.js'
import { compileSchemas } from '../../generator/build/compile-schemas.js'
import { loadDocument } from '../../generator/load/load-document.js'
import type { Document } from '../../generator/model/document.js'
import { type Finding, isError } from '../../generator/model/finding.js'

/**
 * A case is a folder with a spec and what is made of it: contract.json, or findings.txt where something is to be said.
 * It may hold the options of the build and the contract of the run before. UPDATE_CASES=1 writes what is expected.
 */
const casesFolder = fileURLToPath(new URL('../cases', import.meta.url))
const isUpdate = process.env.UPDATE_CASES === '1'

describe('a case gives its contract and its findings', () => {
  for (const name of readdirSync(casesFolder).sort()) {
    const folder = join(casesFolder, name)
    if (!existsSync(join(folder, 'spec.yaml'))) continue
    test(name, async () => {
      const made = await run(folder)
      compare(join(folder, 'findings.txt'), made.findings)
      compare(join(folder, 'contract.json'), made.contract)
    })
  }
})

test('every rule of the build has a case', () => {
  const sources = readdirSync(new URL('../../generator/build', import.meta.url), { recursive: true, encoding: 'utf8' })
  const rules = sources
    .filter((path) => path.endsWith('.ts'))
    .flatMap(
      (path) =>
        readFileSync(new URL(`../../generator/build/${path}`, import.meta.url), 'utf8').match(
          /\brule(:| =) '[a-z-]+'/g,
        ) ?? [],
    )
    .map((text) => text.replace(/^.*'(.*)'$/, '$1'))
  // What is wrong between documents is shown in test/projects.
  const folders = [casesFolder, join(casesFolder, '../projects')]
  const shown = folders.flatMap((folder) => {
    return readdirSync(folder).map((name) => textAt(join(folder, name, 'findings.txt')) ?? '')
  })
  const missing = [...new Set(rules)].filter((rule) => !shown.some((text) => text.includes(` ${rule} `)))
  expect(rules.length).toBeGreaterThan(30)
  expect(missing).toEqual([])
})

async function run(
  folder: string,
): Promise<{ readonly findings: string | undefined; readonly contract: string | undefined }> {
  const { document, findings: loading } = await loadDocument({ path: 'spec.yaml', cwd: folder })
  if (document === undefined) throw new Error(`the case does not load: ${JSON.stringify(loading)}`)
  const options: BuildOptions = JSON.parse(textAt(join(folder, 'options.json')) ?? '{}')
  const before = textAt(join(folder, 'previous-contract.json'))
  const { contract, findings } = build(document, options, before === undefined ? undefined : readContract(before))
  const all = [...loading, ...findings, ...(await compileSchemas(contract))]
  return {
    findings: all.length === 0 ? undefined : all.map((finding) => findingText(document, finding)).join(''),
    contract: all.some(isError) ? undefined : contractText(contract),
  }
}

function findingText(document: Document, { rule, severity, message, hint, at }: Finding): string {
  const { line, column } = 'pointer' in at ? document.locate(at) : at
  return `${line}:${column} ${severity} ${rule} ${message}\n${hint === undefined ? '' : `  ${hint}\n`}`
}

function compare(path: string, made: string | undefined): void {
  if (isUpdate && made !== undefined) writeFileSync(path, made)
  expect(made).toBe(textAt(path))
}

function textAt(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
