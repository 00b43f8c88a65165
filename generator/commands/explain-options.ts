import type { GivenArguments } from './command.js'
import { generateOptions } from './generate-options.js'
import { type OptionTable, usageError } from './option-table.js'

/** The options of `idemgen explain`. */
export const explainOptions = {
  json: { type: 'boolean', summary: 'print what is known of the rule, or of all, as JSON' },
  color: generateOptions.color,
} as const satisfies OptionTable

export interface ExplainOptions {
  /** Undefined for all. */
  readonly rule: string | undefined
  readonly json: boolean
}

export function readExplainOptions({ positionals, options }: GivenArguments): ExplainOptions {
  const [rule, second] = positionals
  if (second !== undefined) throw usageError('two rules are named', `explain one: idemgen explain ${rule}`)
  return { rule, json: options.json === true }
}
