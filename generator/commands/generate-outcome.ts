import type { Contract } from '../model/contract.js'
import type { Document } from '../model/document.js'
import type { Severity } from '../model/finding.js'
import { altersDisk } from '../output/plan.js'
import type { LocatedFinding } from '../report/position.js'
import type { CommandResult } from './command.js'
import type { GenerateOptions } from './generate-options.js'
import type { PlacedRequest } from './placed-request.js'
import type { FolderPlan } from './plan-text.js'

/** What a run of `generate` came to. */
export interface Outcome {
  /**
   * `findings`: the documents have faults that stop the run. `blocked`: something is in the way. `written`, or
   * `unchanged` where there was nothing to do. `would-change` under --dry-run; `in-step` or `stale` under --check.
   */
  readonly result: 'findings' | 'blocked' | 'written' | 'unchanged' | 'would-change' | 'in-step' | 'stale'
  /** About all documents, in the order of their places. */
  readonly findings: readonly LocatedFinding[]
  /** What was generated, by document; empty when findings stopped the run. */
  readonly specs: readonly SpecOutcome[]
  /** What was to be done, by folder; empty when findings stopped the run. */
  readonly plans: readonly FolderPlan[]
}

/** What was generated from one document. */
export interface SpecOutcome extends PlacedRequest {
  readonly document: Document
  readonly contract: Contract
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

interface Judged {
  readonly severity: Severity
}

/** An error stops the run whatever --fail-on says: there is no output that would be right. */
export function stopsRun({ severity }: Judged, failOn: GenerateOptions['failOn']): boolean {
  return severity === 'error' || reaches(severity, failOn)
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
