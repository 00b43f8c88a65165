import type { Severity } from '../model/finding.js'

/** `3 documents: 1 error, 2 warnings`. */
export function countsInWords(findings: readonly { readonly severity: Severity }[], documents: number): string {
  const counts = severities.flatMap(([severity, word]) => {
    const count = countOf(findings, severity)
    return count === 0 ? [] : [counted(count, word)]
  })
  return `${counted(documents, 'document')}: ${counts.join(', ') || 'nothing found'}`
}

export function countOf(findings: readonly { readonly severity: Severity }[], severity: Severity): number {
  return findings.filter((finding) => finding.severity === severity).length
}

const severities = [
  ['error', 'error'],
  ['warning', 'warning'],
  ['info', 'remark'],
] as const satisfies readonly (readonly [Severity, string])[]

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
