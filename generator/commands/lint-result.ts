import { countOf, countsInWords } from '../report/counts.js'
import { reportGithub } from '../report/github.js'
import { reportJson } from '../report/json.js'
import { reportJunit } from '../report/junit.js'
import { reportMarkdown } from '../report/markdown.js'
import type { LocatedFinding } from '../report/position.js'
import { reportText } from '../report/text.js'
import type { CommandResult } from './command.js'
import type { LintOptions } from './lint-options.js'

/** What a run of `lint` found. */
export interface Linted {
  /** About all documents, in the order of their places. */
  readonly findings: readonly LocatedFinding[]
  /** The documents that were looked at, as they were named. */
  readonly files: readonly string[]
}

interface Telling {
  readonly options: LintOptions
  readonly color: boolean
  /** Of idemgen. */
  readonly version: () => string
}

export async function lintResult({ findings, files }: Linted, telling: Telling): Promise<CommandResult> {
  const { quiet } = telling.options
  const told = findings.filter(({ severity }) => !quiet || severity === 'error')
  const result = { exitCode: exitCodeOf(findings, telling.options), stdout: '', stderr: '' }
  if (telling.options.format !== 'text')
    return { ...result, stdout: await forMachines({ findings: told, files }, telling) }
  const summary = `${countsInWords(told, files.length)}\n`
  if (told.length > 0) return { ...result, stdout: `${reportText({ findings: told, color: telling.color })}${summary}` }
  return quiet || telling.options.hook ? result : { ...result, stderr: summary }
}

async function forMachines(linted: Linted, { options, version }: Telling): Promise<string> {
  switch (options.format) {
    case 'github':
      return reportGithub(linted)
    case 'junit':
      return reportJunit(linted)
    case 'markdown':
      return reportMarkdown({ ...linted, version: version() })
    case 'sarif': {
      const [{ reportSarif }, { ruleTexts }] = await Promise.all([
        import('../report/sarif.js'),
        import('../lint/rule-texts.js'),
      ])
      return reportSarif({ ...linted, texts: ruleTexts, version: version() })
    }
    default:
      return reportJson(linted)
  }
}

/** As `--fail-on` and `--max-warnings` say. */
export function exitCodeOf(findings: readonly LocatedFinding[], { failOn, maxWarnings }: LintOptions): 0 | 1 {
  const warnings = countOf(findings, 'warning')
  if (maxWarnings !== undefined && warnings > maxWarnings) return 1
  if (failOn === 'never') return 0
  return countOf(findings, 'error') > 0 || (failOn === 'warning' && warnings > 0) ? 1 : 0
}
