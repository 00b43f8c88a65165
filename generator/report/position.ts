import type { Document } from '../model/document.js'
import type { Finding, Severity } from '../model/finding.js'

/** A finding with its place as people and editors see it: what every form of report prints. */
export interface LocatedFinding {
  readonly rule: string
  readonly severity: Severity
  readonly message: string
  readonly hint?: string
  /** The path as the user gave it. */
  readonly file: string
  /** Both from 1. */
  readonly line: number
  readonly column: number
  /** The JSON pointer in the file; absent where there was no document to point into. */
  readonly pointer?: string
}

/**
 * The findings about one document, in the order of its files, lines and columns. Without a document only findings
 * that already hold a position can be located; others stand at the start of the file that they name.
 */
export function locateFindings(findings: readonly Finding[], document?: Document): readonly LocatedFinding[] {
  return findings.map((finding) => locateFinding(finding, document)).toSorted(compareFindings)
}

/** The findings about several documents in one order; what was found in a file that they share is told once. */
export function joinFindings(lists: readonly (readonly LocatedFinding[])[]): readonly LocatedFinding[] {
  const byText = new Map(lists.flat().map((finding) => [JSON.stringify(finding), finding]))
  return [...byText.values()].toSorted(compareFindings)
}

function locateFinding(finding: Finding, document: Document | undefined): LocatedFinding {
  const { at, fix: _fix, ...rest } = finding
  if ('line' in at) return { ...rest, file: at.file, line: at.line, column: at.column }
  const file = document?.files.get(at.file)?.path ?? at.file
  const position = document?.locate(at) ?? { line: 1, column: 1 }
  return { ...rest, file, ...position, pointer: at.pointer }
}

const severities: readonly Severity[] = ['error', 'warning', 'info']

/** The order of a report over several documents: by file, line, column, then the worst first. */
export function compareFindings(left: LocatedFinding, right: LocatedFinding): number {
  return (
    compareTexts(left.file, right.file) ||
    left.line - right.line ||
    left.column - right.column ||
    severities.indexOf(left.severity) - severities.indexOf(right.severity) ||
    compareTexts(left.rule, right.rule) ||
    compareTexts(left.message, right.message)
  )
}

/** By code units: the same on every machine, unlike the order of a locale. */
function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
