import type { Config } from '../model/config.js'
import type { Finding } from '../model/finding.js'
import type { Rule } from './rule.js'

/** The rules to run: without those switched off, with the strict ones where they are asked for, together or by name. */
export function activeRules(
  rules: readonly Rule[],
  { levels, strict }: { readonly levels: Config['rules']; readonly strict: boolean },
): readonly Rule[] {
  return rules.filter((rule) => {
    const level = levelOf(levels, rule.name)
    return level === undefined ? strict || rule.strict !== true : level !== 'off'
  })
}

/** The findings as grave as the project takes them. */
export function withLevels(findings: readonly Finding[], levels: Config['rules']): readonly Finding[] {
  if (Object.keys(levels).length === 0) return findings
  return findings.flatMap((finding) => {
    const severity = levelOf(levels, finding.rule) ?? finding.severity
    return severity === 'off' ? [] : [{ ...finding, severity }]
  })
}

function levelOf(levels: Config['rules'], rule: string): Config['rules'][string] | undefined {
  return Object.hasOwn(levels, rule) ? levels[rule] : undefined
}
