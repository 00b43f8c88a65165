import type { RuleText } from '../lint/rule.js'
import { ruleNames, ruleTexts } from '../lint/rule-texts.js'
import { didYouMean } from '../model/did-you-mean.js'
import { explainIndex, explainText } from '../report/explain.js'
import type { CommandResult, Surroundings } from './command.js'
import type { ExplainOptions } from './explain-options.js'
import { usageError } from './option-table.js'

/** `idemgen explain [rule]`: why a rule is there, with an example. */
export function explain({ rule, json }: ExplainOptions, { color }: Pick<Surroundings, 'color'>): CommandResult {
  const found = rule === undefined ? undefined : findRule(rule)
  const texts = found === undefined ? ruleTexts : [found]
  if (json) {
    const records = texts.map(recordOf)
    return forStdout(`${JSON.stringify(found === undefined ? records : records[0], null, 2)}\n`)
  }
  return forStdout(found === undefined ? explainIndex(texts, { color }) : explainText(found, { color }))
}

function findRule(name: string): RuleText {
  const found = ruleTexts.find((text) => text.name === name)
  if (found !== undefined) return found
  const meant = didYouMean(name, ruleNames)
  if (meant === undefined && name.startsWith('asyncapi')) {
    throw usageError(`"${name}" is a rule of the official AsyncAPI parser`, 'see https://github.com/asyncapi/parser-js')
  }
  const hint = meant === undefined ? '"idemgen explain" lists all rules' : `did you mean "${meant}"?`
  throw usageError(`there is no rule "${name}"`, hint)
}

function recordOf({ name, topic, severity, summary, why, wrong, right }: RuleText): RuleText {
  return { name, topic, severity, summary, why, wrong, right }
}

function forStdout(stdout: string): CommandResult {
  return { exitCode: 0, stdout, stderr: '' }
}
