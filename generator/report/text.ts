import type { Severity } from '../model/finding.js'
import type { LocatedFinding } from './position.js'
import { printable } from './printable.js'

/**
 * Findings as people read them: `file:line:column severity rule message`, each with its hint on an indented line.
 * Ends with a line break; empty without findings. What a hostile document put into a message stays on its line.
 */
export function reportText(report: {
  readonly findings: readonly LocatedFinding[]
  /** Whether the reader shows ANSI colors. */
  readonly color: boolean
}): string {
  const paint = report.color ? colored : plain
  return report.findings.map((finding) => `${lines(finding, paint).join('\n')}\n`).join('')
}

type Style = Severity | 'place' | 'rule' | 'hint'
type Paint = (text: string, style: Style) => string

function lines(finding: LocatedFinding, paint: Paint): readonly string[] {
  const { severity, rule, message } = finding
  const place = `${printable(finding.file)}:${finding.line}:${finding.column}`
  const first = `${paint(place, 'place')} ${paint(severity, severity)} ${paint(printable(rule), 'rule')} ${printable(message)}`
  const hints = finding.hint === undefined ? [] : `hint: ${finding.hint}`.split(/\r?\n/)
  return [first, ...hints.map((line) => `  ${paint(printable(line), 'hint')}`)]
}

const plain: Paint = (text) => text

const colored: Paint = (text, style) => {
  const [start, end] = codes[style]
  return `\x1b[${start}m${text}\x1b[${end}m`
}

const codes: Readonly<Record<Style, readonly [number, number]>> = {
  error: [31, 39],
  warning: [33, 39],
  info: [36, 39],
  place: [1, 22],
  rule: [2, 22],
  hint: [2, 22],
}
