import { builtInTexts } from './built-in/built-in-texts.js'
import type { RuleText } from './rule.js'
import { rules } from './rules/index.js'

/** What is said of every rule that a finding can name, in the order of the documentation. */
export const ruleTexts: readonly RuleText[] = [...rules, ...builtInTexts]

export const ruleNames: ReadonlySet<string> = new Set(ruleTexts.map(({ name }) => name))

/** The official parser has rules of its own, more with each release: they keep its names. */
export function isRuleName(name: string): boolean {
  return ruleNames.has(name) || /^asyncapi\d?-/.test(name)
}
