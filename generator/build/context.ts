import type { SourceFile } from '../model/document.js'
import type { Finding, Severity } from '../model/finding.js'
import { type Place, placeKey } from '../model/pointer.js'

/** What every step of the build reads, and where it tells what is wrong. */
export interface Context {
  readonly files: ReadonlyMap<string, SourceFile>
  readonly report: Report
}

export interface Fault {
  readonly rule: string
  /** Default `error`. */
  readonly severity?: Severity
  readonly message: string
  readonly hint?: string
  readonly at: Place
}
export type Report = (fault: Fault) => void

/** Collects findings. The same thing said twice of the same place is one finding: shared places are read often. */
export function createReport(): { readonly report: Report; readonly findings: () => readonly Finding[] } {
  const found = new Map<string, Finding>()
  return {
    report(fault) {
      const key = JSON.stringify([fault.rule, placeKey(fault.at), fault.message])
      if (!found.has(key)) found.set(key, { ...fault, severity: fault.severity ?? 'error' })
    },
    findings: () => [...found.values()],
  }
}
