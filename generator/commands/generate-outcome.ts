import type { Contract } from '../model/contract.js'
import type { Document } from '../model/document.js'
import type { Finding, Severity } from '../model/finding.js'
import { altersDisk } from '../output/plan.js'
import type { CommandResult } from './command.js'
import type { GenerateOptions } from './generate-options.js'
import type { FolderPlan } from './plan-text.js'

/** What a run of `generate` came to. */
export interface Outcome {
  /**
   * `findings`: the document has faults that stop the run. `blocked`: something is in the way. `written`, or
   * `unchanged` where there was nothing to do. `would-change` under --dry-run; `in-step` or `stale` under --check.
   */
  readonly result: 'findings' | 'blocked' | 'written' | 'unchanged' | 'would-change' | 'in-step' | 'stale'
  readonly findings: readonly Finding[]
  /** Absent when the file could not be read as AsyncAPI. */
  readonly document?: Document
  /** What was generated; absent when findings stopped the run. */
  readonly contract?: Contract
  /** What was to be done, by folder; empty when findings stopped the run. */
  readonly plans: readonly FolderPlan[]
}

/** The result of carrying out the plans in the way asked for. */
export function resultOf(plans: readonly FolderPlan[], mode: GenerateOptions['mode']): Outcome['result'] {
  const isBlocked = plans.some(({ plan }) => plan.conflicts.length > 0)
  const isChanged = plans.some(({ plan }) => plan.changes.some(altersDisk))
  if (mode === 'check') return isBlocked || isChanged ? 'stale' : 'in-step'
  if (isBlocked) return 'blocked'
  if (!isChanged) return 'unchanged'
  return mode === 'dry-run' ? 'would-change' : 'written'
}

/** An error stops the run whatever --fail-on says: there is no output that would be right. */
export function stopsRun(finding: Finding, failOn: GenerateOptions['failOn']): boolean {
  return finding.severity === 'error' || reaches(finding.severity, failOn)
}

export function exitCodeOf(
  { result, findings }: Outcome,
  failOn: GenerateOptions['failOn'],
): CommandResult['exitCode'] {
  if (result === 'blocked') return 2
  if (result === 'stale') return 1
  return findings.some(({ severity }) => reaches(severity, failOn)) ? 1 : 0
}

function reaches(severity: Severity, failOn: GenerateOptions['failOn']): boolean {
  return severity === failOn || (severity === 'error' && failOn === 'warning')
}
