import { createHash } from 'node:crypto'
import type { RuleText } from '../lint/rule.js'
import type { Severity } from '../model/finding.js'
import type { LocatedFinding } from './position.js'
import { rulePage } from './rule-page.js'
import { rulePageUrl } from './rule-page-url.js'

/** Findings as SARIF 2.1.0, for code scanning: with the texts of the rules, and fingerprints that lines do not change. */
export function reportSarif(report: {
  readonly findings: readonly LocatedFinding[]
  readonly texts: readonly RuleText[]
  /** Of idemgen. */
  readonly version: string
}): string {
  const { findings, texts, version } = report
  const names = [...new Set(findings.map(({ rule }) => rule))].toSorted()
  const rules = names.map((name) =>
    ruleOf(
      name,
      texts.find((text) => text.name === name),
      version,
    ),
  )
  const driver = { name: 'idemgen', version, informationUri: 'https://www.npmjs.com/package/idemgen', rules }
  const results = findings.map((finding) => resultOf(finding, names.indexOf(finding.rule)))
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function ruleOf(id: string, text: RuleText | undefined, version: string) {
  if (text === undefined) return { id }
  return {
    id,
    shortDescription: { text: text.summary },
    fullDescription: { text: text.why },
    helpUri: rulePageUrl(id, version),
    help: { text: text.why, markdown: rulePage(text) },
    defaultConfiguration: { level: levels[text.severity] },
    properties: { tags: ['idempotency', text.topic] },
  }
}

function resultOf({ rule, severity, message, hint, file, line, column, pointer }: LocatedFinding, ruleIndex: number) {
  return {
    ruleId: rule,
    ruleIndex,
    level: levels[severity],
    message: { text: hint === undefined ? message : `${message}\nhint: ${hint}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          region: { startLine: line, startColumn: column },
        },
        ...(pointer === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: pointer }] }),
      },
    ],
    ...(pointer === undefined ? {} : { partialFingerprints: { 'rulePointer/v1': fingerprint(rule, pointer) } }),
  }
}

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' }

function fingerprint(rule: string, pointer: string): string {
  return createHash('sha256').update(`${rule}\n${pointer}`).digest('hex')
}

/** A path as a relative reference; one with a colon in its first part would be taken for a scheme. */
function uriOf(file: string): string {
  const path = file.replaceAll('\\', '/').replace(/^\.\//, '')
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return path.startsWith('/') ? `file://${encoded}` : encoded
}
