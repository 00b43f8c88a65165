import { cacheFolder } from '../load/cache-folder.js'
import { packageVersion } from '../load/package-folder.js'
import type { Config } from '../model/config.js'
import type { Document } from '../model/document.js'
import { copyReader } from '../output/copy-reader.js'
import { folderOf } from '../output/folder.js'
import { joinFindings, type LocatedFinding, locateFindings } from '../report/position.js'
import type { CommandResult, Surroundings } from './command.js'
import { openBaseline, rewriteBaseline, withoutBaseline } from './lint-baseline.js'
import type { AskedDocument } from './lint-checklist.js'
import { lintConfig } from './lint-config.js'
import { lintDocument } from './lint-document.js'
import type { LintOptions } from './lint-options.js'
import { lintResult } from './lint-result.js'
import { type LintSource, lintSources } from './lint-sources.js'

/** `idemgen lint`: what is wrong with the design of documents. Throws IdemgenError when it could not run. */
export async function lint(
  options: LintOptions,
  surroundings: Surroundings,
  { sources: read, recalled, remember, others = [] }: LintMemory = {},
): Promise<CommandResult> {
  const { cwd, color } = surroundings
  const config = await lintConfig(options, cwd)
  const file = openBaseline(options, cwd)
  const sources = read ?? (await lintSources(options, cwd))
  if (options.checklist) return askChecklist(sources, { options, cwd, config }, color)
  const found: (readonly LocatedFinding[])[] = []
  for (const source of sources) {
    found.push(recalled?.get(source.path) ?? (await locatedFindings(source, { options, cwd, config }, remember)))
  }
  const files = sources.map(({ path }) => path)
  const all = joinFindings([...found, others])
  const findings = options.updateBaseline
    ? rewriteBaseline(all, { files, file })
    : joinFindings([withoutBaseline(all, { files, file })])
  return lintResult({ findings, files }, { options, color, version: packageVersion })
}

/** What is known before anything is linted, and who wants to know of it afterwards. */
export interface LintMemory {
  /** The documents, where they were read already. */
  readonly sources?: readonly LintSource[]
  /** Findings of documents that have not changed, by path. */
  readonly recalled?: ReadonlyMap<string, readonly LocatedFinding[]>
  readonly remember?: (source: LintSource, linted: Remembered) => void
  /** What was found elsewhere than in documents. */
  readonly others?: readonly LocatedFinding[]
}

export interface Remembered {
  readonly findings: readonly LocatedFinding[]
  /** Absent when the file could not be read as AsyncAPI. */
  readonly document?: Document
}

interface Run {
  readonly options: LintOptions
  readonly cwd: string
  readonly config: Config
}

async function locatedFindings(
  source: LintSource,
  run: Run,
  remember: LintMemory['remember'],
): Promise<readonly LocatedFinding[]> {
  const { document, findings: found } = await lintSource(source, run)
  const findings = locateFindings(found, document)
  remember?.(source, { findings, ...(document !== undefined && { document }) })
  return findings
}

async function lintSource({ path, readFile }: LintSource, { options, cwd, config }: Run) {
  const { side, perspective, out, strict, checklist } = options
  return lintDocument(
    { path, cwd, readFile, readUrl: copyReader(folderOf(out, cwd)) },
    {
      config,
      strict: strict || checklist,
      options: { perspective, ...(side !== undefined && { side }) },
      cacheFolder: cacheFolder(cwd),
    },
  )
}

/** Asks with the rules of --strict too: what is a matter of taste elsewhere is a question of the checklist. */
async function askChecklist(sources: readonly LintSource[], run: Run, color: boolean): Promise<CommandResult> {
  const { lintChecklist } = await import('./lint-checklist.js')
  const asked: AskedDocument[] = []
  for (const source of sources) asked.push({ path: source.path, ...(await lintSource(source, run)) })
  return lintChecklist(asked, { options: run.options, color })
}
