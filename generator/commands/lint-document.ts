import { type BuildOptions, build } from '../build/build.js'
import type { Design } from '../build/design.js'
import { withoutFollowers } from '../lint/followers.js'
import { activeRules, withLevels } from '../lint/levels.js'
import { isRuleName, ruleNames } from '../lint/rule-texts.js'
import { rules } from '../lint/rules/index.js'
import { runRules } from '../lint/run-rules.js'
import { suppress } from '../lint/suppress/suppress.js'
import { loadDocument } from '../load/load-document.js'
import type { ReadFile } from '../load/read-text.js'
import type { ReadUrl } from '../load/read-url.js'
import { validate } from '../load/validate.js'
import type { Config } from '../model/config.js'
import type { Document } from '../model/document.js'
import type { Finding } from '../model/finding.js'

/** A document, as far as it could be read, and everything that is said about it. */
export interface LintedDocument {
  readonly document?: Document
  /** Absent where the root of the document is no object. */
  readonly design?: Design
  readonly findings: readonly Finding[]
}

interface Source {
  readonly path: string
  readonly cwd: string
  readonly readFile: ReadFile
  readonly readUrl: ReadUrl
}

interface Judging {
  readonly config: Config
  readonly strict: boolean
  readonly options: BuildOptions
  /** Where validations are remembered. */
  readonly cacheFolder?: string
}

/**
 * What is wrong with one document: from loading, AsyncAPI, the build and the rules, each mistake once, without what the
 * document switches off, and as grave as the project takes it.
 */
export async function lintDocument(source: Source, judging: Judging): Promise<LintedDocument> {
  const { rules: levels } = judging.config
  const { document, findings: loading } = await loadDocument(source)
  if (document === undefined) return { findings: withLevels(loading, levels) }
  const active = activeRules(rules, { levels, strict: judging.strict })
  const { cacheFolder } = judging
  const invalid = await validate(document, { form: 'fast', ...(cacheFolder !== undefined && { cacheFolder }) })
  const { design, findings: built } = build(document, judging.options)
  const before = [...loading, ...invalid, ...built]
  const judged = design === undefined ? [] : runRules(design, active)
  const run = new Set(active.map(({ name }) => name))
  const ours = new Set(rules.map(({ name }) => name))
  const findings = suppress(document, [...before, ...withoutFollowers(judged, before)], {
    all: ruleNames,
    isKnown: isRuleName,
    isRun: (rule) => run.has(rule) || !ours.has(rule),
  })
  return { document, findings: withLevels(findings, levels), ...(design !== undefined && { design }) }
}
