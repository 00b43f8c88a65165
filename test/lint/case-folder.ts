import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const casesFolder = fileURLToPath(new URL('cases', import.meta.url))
const defaultBase = fileURLToPath(new URL('base.yaml', import.meta.url))

/** The documents of a rule that have its fault, or have not: `fails.yaml`, `fails-nested.yaml`, `passes.yaml`. */
export function caseNames(rule: string, kind: 'fails' | 'passes'): readonly string[] {
  const folder = join(casesFolder, rule)
  const files = existsSync(folder) ? readdirSync(folder) : []
  return files.filter((file) => file.startsWith(kind) && file.endsWith('.yaml')).sort()
}

/** What the examples of a rule are put into: a document of its own, else that of all rules. */
export function baseText(rule: string): string {
  const own = join(casesFolder, rule, 'base.yaml')
  return readFileSync(existsSync(own) ? own : defaultBase, 'utf8')
}
