import type { RuleText } from '../lint/rule.js'
import { ruleTexts } from '../lint/rule-texts.js'
import { rules } from '../lint/rules/index.js'
import { packageVersion } from '../load/package-folder.js'
import type { Severity } from '../model/finding.js'
import type { LocatedFinding } from '../report/position.js'
import { rulePageUrl } from '../report/rule-page-url.js'
import { lintedOnce } from './linted-once.js'
import { isInRoot, resultPath } from './result-path.js'
import type { SpectralFormat, SpectralFunction, SpectralRule, SpectralRuleset } from './spectral-types.js'

const strictRules: ReadonlySet<string> = new Set(rules.flatMap(({ name, strict }) => (strict ? [name] : [])))
const namedRules: ReadonlySet<string> = new Set(ruleTexts.map(({ name }) => name))

/** Tells what the rules of the official parser find: there are more with each release, and they keep their names. */
const otherRule = {
  name: 'asyncapi-other',
  severity: 'error',
  summary: 'a rule of AsyncAPI with a name of its own is broken',
} as const

const severities: Readonly<Record<Severity, SpectralRule['severity']>> = {
  error: 'error',
  warning: 'warn',
  info: 'info',
}

const isAsyncapi: SpectralFormat = Object.assign(saysAsyncapi, { displayName: 'AsyncAPI' })

/** Every rule of `idemgen lint` for Spectral. They share one run, which finds what the command would. */
export const spectralRuleset: SpectralRuleset = makeRuleset(packageVersion())

function makeRuleset(version: string): SpectralRuleset {
  return {
    documentationUrl: `https://unpkg.com/idemgen@${version}/docs/spectral.md`,
    rules: Object.fromEntries([...ruleTexts, otherRule].map((text) => [text.name, spectralRule(text, version)])),
  }
}

function spectralRule(
  { name, severity, summary }: Pick<RuleText, 'name' | 'severity' | 'summary'>,
  version: string,
): SpectralRule {
  return {
    description: summary,
    message: '{{error}}',
    documentationUrl: rulePageUrl(namedRules.has(name) ? name : 'asyncapi-invalid', version),
    severity: severities[severity],
    recommended: !strictRules.has(name),
    // Findings stand where they are written, not where a reference leads.
    resolved: false,
    formats: [isAsyncapi],
    given: '$',
    then: { function: findingsOfRule },
  }
}

function saysAsyncapi(document: unknown): boolean {
  return typeof document === 'object' && document !== null && 'asyncapi' in document
}

async function findingsOfRule(...[, , { document, rule }]: Parameters<SpectralFunction>) {
  const { findings, document: read } = await lintedOnce(document, { strict: strictRules.has(rule.name ?? '') })
  return findings
    .filter((finding) => (namedRules.has(finding.rule) ? finding.rule : otherRule.name) === rule.name)
    .map((finding) => ({ message: messageOf(finding, isInRoot(finding, read)), path: resultPath(finding, read) }))
}

function messageOf(finding: LocatedFinding, inRoot: boolean): string {
  const { rule, message, hint, file, line, column } = finding
  const place = inRoot ? '' : `${file}:${line}:${column} `
  const name = namedRules.has(rule) ? '' : `${rule} `
  const text = `${place}${name}${message}${hint === undefined ? '' : `; ${hint}`}`
  // Spectral replaces what stands in two braces, and evaluates it after a "#": text of a document must not get there.
  return text.replaceAll('{{', '{ {')
}
