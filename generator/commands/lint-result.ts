import type { Severity } from '../model/finding.js'
import { reportJson } from '../report/json.js'
import type { LocatedFinding } from '../report/position.js'
import { reportText } from '../report/text.js'
import type { CommandResult } from './command.js'
import type { LintFormat, LintOptions } from './lint-options.js'

/** What a run of `lint` found. */
export interface Linted {
  /** About all documents, in the order of their places. */
  readonly findings: readonly LocatedFinding[]
  /** How many documents were read. */
  readonly documents: number
}

interface Telling {
  readonly options: LintOptions
  readonly color: boolean
}

export function lintResult(linted: Linted, { options, color }: Telling): CommandResult {
  const findings = linted.findings.filter(({ severity }) => !options.quiet || severity === 'error')
  const exitCode = exitCodeOf(linted.findings, options)
  if (options.format !== 'text') return { exitCode, stdout: forMachines(options.format)({ findings }), stderr: '' }
  const isClean = findings.length === 0
  return {
    exitCode,
    stdout: isClean ? '' : `${reportText({ findings, color })}${summary({ ...linted, findings })}\n`,
    stderr: isClean && !options.quiet && !options.hook ? `${summary(linted)}\n` : '',
  }
}

type Report = (report: { readonly findings: readonly LocatedFinding[] }) => string

function forMachines(format: Exclude<LintFormat, 'text'>): Report {
  switch (format) {
    default:
      return reportJson
  }
}

function summary({ documents, findings }: Linted): string {
  const counts = severities.flatMap(([severity, word]) => {
    const count = countOf(findings, severity)
    return count === 0 ? [] : [counted(count, word)]
  })
  return `${counted(documents, 'document')}: ${counts.join(', ') || 'nothing found'}`
}

const severities = [
  ['error', 'error'],
  ['warning', 'warning'],
  ['info', 'remark'],
] as const satisfies readonly (readonly [Severity, string])[]

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

function exitCodeOf(findings: readonly LocatedFinding[], { failOn, maxWarnings }: LintOptions): 0 | 1 {
  const warnings = countOf(findings, 'warning')
  if (maxWarnings !== undefined && warnings > maxWarnings) return 1
  if (failOn === 'never') return 0
  return countOf(findings, 'error') > 0 || (failOn === 'warning' && warnings > 0) ? 1 : 0
}

function countOf(findings: readonly LocatedFinding[], severity: Severity): number {
  return findings.filter((finding) => finding.severity === severity).length
}
