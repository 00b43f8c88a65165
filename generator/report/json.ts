import type { LocatedFinding } from './position.js'

/** Findings for machines: a JSON array, two spaces, each with its keys in this order, absent ones left out. */
export function reportJson(report: { readonly findings: readonly LocatedFinding[] }): string {
  return `${JSON.stringify(report.findings.map(findingRecord), undefined, 2)}\n`
}

/** One finding as its JSON is written; for reports that hold more than findings. */
export function findingRecord(finding: LocatedFinding): LocatedFinding {
  const { rule, severity, message, hint, file, line, column, pointer } = finding
  return {
    rule,
    severity,
    message,
    ...(hint === undefined ? {} : { hint }),
    file,
    line,
    column,
    ...(pointer === undefined ? {} : { pointer }),
  }
}
