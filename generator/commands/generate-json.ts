import { findingRecord } from '../report/json.js'
import type { Advice } from './generate-advice.js'
import type { Outcome } from './generate-outcome.js'
import type { Origins } from './origins.js'
import { reportPaths } from './plan-text.js'

/** The result for machines: one object, its members always there; `faultResult` has the one of a command that failed. */
export function outcomeJson(outcome: Outcome, origins: Origins, advice: Advice): string {
  const { result, findings, plans } = outcome
  const specs = outcome.specs.map(({ request, folder, contract }) => ({
    spec: request.path,
    folder,
    publishers: Object.keys(contract.publishers),
    groups: Object.values(contract.groups).map(({ group }) => group),
  }))
  const value = {
    result,
    findings: findings.map(findingRecord),
    paths: plans.flatMap((folder) => reportPaths(folder, origins)),
    publishers: specs.flatMap(({ publishers }) => publishers),
    groups: [...new Set(specs.flatMap(({ groups }) => groups))],
    specs,
    install: advice.install.lines,
  }
  return `${JSON.stringify(value, null, 2)}\n`
}
