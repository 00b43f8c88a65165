import type { Severity } from '../model/finding.js'
import type { LocatedFinding } from './position.js'

/** Findings as GitHub Actions shows them in a pull request: a workflow command for each. */
export function reportGithub({ findings }: { readonly findings: readonly LocatedFinding[] }): string {
  return findings.map(command).join('')
}

function command({ rule, severity, message, hint, file, line, column }: LocatedFinding): string {
  const properties = { file, line: String(line), col: String(column), title: rule }
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${escapedProperty(value)}`)
  const text = hint === undefined ? message : `${message}\nhint: ${hint}`
  return `::${commands[severity]} ${listed.join(',')}::${escaped(text)}\n`
}

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' }

/** A line break would end the command, and what follows could be one of its own. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
