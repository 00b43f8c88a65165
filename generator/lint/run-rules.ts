import type { Design } from '../build/design.js'
import type { Finding } from '../model/finding.js'
import { placeKey } from '../model/pointer.js'
import type { Rule } from './rule.js'

/** What the rules find, each thing once, where it is written. */
export function runRules(design: Design, rules: readonly Rule[]): readonly Finding[] {
  const findings = new Map<string, Finding>()
  for (const { name, severity, check } of rules) {
    for (const fault of check(design)) {
      const at = design.originOf(fault.at)
      const key = JSON.stringify([name, placeKey(at), fault.message])
      if (!findings.has(key)) findings.set(key, { rule: name, severity, ...fault, at })
    }
  }
  return [...findings.values()]
}
