import { countsInWords } from './counts.js'
import type { LocatedFinding } from './position.js'
import { rulePageUrl } from './rule-page-url.js'

/** Findings for a pull request or the summary of a CI job: a table for each file. */
export function reportMarkdown(report: {
  readonly findings: readonly LocatedFinding[]
  /** Every document that was looked at. */
  readonly files: readonly string[]
  /** Of idemgen. */
  readonly version: string
}): string {
  const { findings, files, version } = report
  const named = [...new Set(findings.map(({ file }) => file))]
  const tables = named.map((file) => {
    const rows = findings.filter((finding) => finding.file === file).map((finding) => row(finding, version))
    return `\n### ${code(file)}\n\n| line | | rule | |\n|---|---|---|---|\n${rows.join('')}`
  })
  return `## idemgen lint\n\n${countsInWords(findings, files.length)}\n${tables.join('')}`
}

function row({ rule, severity, message, hint, line, column }: LocatedFinding, version: string): string {
  const words = hint === undefined ? cell(message) : `${cell(message)}<br>hint: ${cell(hint)}`
  return `| ${line}:${column} | ${severity} | [${cell(rule)}](${rulePageUrl(rule, version)}) | ${words} |\n`
}

/** A text that neither ends the cell nor becomes a link, an image or an element. */
function cell(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>|#!~]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '<br>')
}

function code(text: string): string {
  return `\`${text.replaceAll(/[`\r\n]/g, ' ')}\``
}
