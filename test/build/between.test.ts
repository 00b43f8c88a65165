import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { checkBetween } from '../../generator/build/between/check-between.js'
import { build } from '../../generator/build/build.js'
import { loadDocument } from '../../generator/load/load-document.js'
import { type Finding, isError } from '../../generator/model/finding.js'

/**
 * A project is a folder with documents that are generated together, and findings.txt where they contradict each other.
 * UPDATE_CASES=1 writes what is expected.
 */
const projects = fileURLToPath(new URL('../projects', import.meta.url))

describe('documents of one run', () => {
  for (const name of readdirSync(projects).sort()) {
    test(name, async () => {
      const folder = join(projects, name)
      const specs = readdirSync(folder).filter((file) => file.endsWith('.yaml'))
      const built = await Promise.all(specs.map((path) => buildSpec(folder, path)))
      const text = checkBetween(built).map(findingText).join('') || undefined
      const path = join(folder, 'findings.txt')
      if (process.env.UPDATE_CASES === '1' && text !== undefined) writeFileSync(path, text)
      expect(text).toBe(existsSync(path) ? readFileSync(path, 'utf8') : undefined)
      expect(checkBetween(built.slice(0, 1))).toEqual([])
    })
  }
})

async function buildSpec(folder: string, path: string) {
  const { document, findings } = await loadDocument({ path, cwd: folder })
  if (document === undefined) throw new Error(JSON.stringify(findings))
  const built = build(document)
  // What is wrong within one document is the matter of test/cases.
  expect(built.findings.filter(isError)).toEqual([])
  return { document, contract: built.contract }
}

function findingText({ rule, severity, message, hint, at }: Finding): string {
  if (!('line' in at)) throw new Error(`${rule} has no position`)
  return `${at.file}:${at.line}:${at.column} ${severity} ${rule} ${message}\n  ${hint}\n`
}
