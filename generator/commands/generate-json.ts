import { findingRecord } from '../report/json.js'
import { locateFindings } from '../report/position.js'
import type { Advice } from './generate-advice.js'
import type { GenerateOptions } from './generate-options.js'
import type { Outcome } from './generate-outcome.js'
import { reportPaths } from './plan-text.js'

/** The result for machines: one object, its members always there; `faultResult` has the one of a command that failed. */
export function outcomeJson(outcome: Outcome, options: GenerateOptions, advice: Advice): string {
  const { result, contract, plans } = outcome
  const value = {
    result,
    findings: locateFindings(outcome.findings, outcome.document).map(findingRecord),
    paths: plans.flatMap((folder) => reportPaths(folder, options.spec)),
    publishers: Object.keys(contract?.publishers ?? {}),
    groups: Object.values(contract?.groups ?? {}).map(({ group }) => group),
    install: advice.install.lines,
  }
  return `${JSON.stringify(value, null, 2)}\n`
}
