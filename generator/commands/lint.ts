import type { Rule } from '../lint/rule.js'
import { rules } from '../lint/rules/index.js'
import { cacheFolder } from '../load/cache-folder.js'
import { copyReader } from '../output/copy-reader.js'
import { folderOf } from '../output/folder.js'
import { joinFindings, type LocatedFinding, locateFindings } from '../report/position.js'
import type { CommandResult, Surroundings } from './command.js'
import { lintDocument } from './lint-document.js'
import type { LintOptions } from './lint-options.js'
import { lintResult } from './lint-result.js'
import { type LintSource, lintSources } from './lint-sources.js'

/** `idemgen lint`: what is wrong with the design of documents. Throws IdemgenError when it could not run. */
export async function lint(options: LintOptions, surroundings: Surroundings): Promise<CommandResult> {
  const run = { options, surroundings, rules: rules.filter(({ strict = false }) => options.strict || !strict) }
  const sources = await lintSources(options, surroundings.cwd)
  const findings: (readonly LocatedFinding[])[] = []
  for (const source of sources) findings.push(await lintSource(source, run))
  return lintResult(
    { findings: joinFindings(findings), documents: sources.length },
    { options, color: surroundings.color },
  )
}

interface Run {
  readonly options: LintOptions
  readonly surroundings: Surroundings
  readonly rules: readonly Rule[]
}

async function lintSource({ path, readFile }: LintSource, { options, surroundings, ...run }: Run) {
  const { cwd } = surroundings
  const { side, perspective, out } = options
  const { document, findings } = await lintDocument(
    { path, cwd, readFile, readUrl: copyReader(folderOf(out, cwd)) },
    { ...run, options: { perspective, ...(side !== undefined && { side }) }, cacheFolder: cacheFolder(cwd) },
  )
  return locateFindings(findings, document)
}
