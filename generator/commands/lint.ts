import { cacheFolder } from '../load/cache-folder.js'
import { packageVersion } from '../load/package-folder.js'
import type { Config } from '../model/config.js'
import { copyReader } from '../output/copy-reader.js'
import { folderOf } from '../output/folder.js'
import { joinFindings, type LocatedFinding, locateFindings } from '../report/position.js'
import type { CommandResult, Surroundings } from './command.js'
import { openBaseline, rewriteBaseline, withoutBaseline } from './lint-baseline.js'
import { lintConfig } from './lint-config.js'
import { lintDocument } from './lint-document.js'
import type { LintOptions } from './lint-options.js'
import { lintResult } from './lint-result.js'
import { type LintSource, lintSources } from './lint-sources.js'

/** `idemgen lint`: what is wrong with the design of documents. Throws IdemgenError when it could not run. */
export async function lint(options: LintOptions, surroundings: Surroundings): Promise<CommandResult> {
  const { cwd, color } = surroundings
  const config = await lintConfig(options, cwd)
  const file = openBaseline(options, cwd)
  const sources = await lintSources(options, cwd)
  const found: (readonly LocatedFinding[])[] = []
  for (const source of sources) found.push(await lintSource(source, { options, cwd, config }))
  const files = sources.map(({ path }) => path)
  const all = joinFindings(found)
  const findings = options.updateBaseline
    ? rewriteBaseline(all, { files, file })
    : joinFindings([withoutBaseline(all, { files, file })])
  return lintResult({ findings, files }, { options, color, version: packageVersion })
}

interface Run {
  readonly options: LintOptions
  readonly cwd: string
  readonly config: Config
}

async function lintSource({ path, readFile }: LintSource, { options, cwd, config }: Run) {
  const { side, perspective, out, strict } = options
  const { document, findings } = await lintDocument(
    { path, cwd, readFile, readUrl: copyReader(folderOf(out, cwd)) },
    {
      config,
      strict,
      options: { perspective, ...(side !== undefined && { side }) },
      cacheFolder: cacheFolder(cwd),
    },
  )
  return locateFindings(findings, document)
}
