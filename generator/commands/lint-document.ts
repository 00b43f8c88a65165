import { type BuildOptions, build } from '../build/build.js'
import { withoutFollowers } from '../lint/followers.js'
import type { Rule } from '../lint/rule.js'
import { runRules } from '../lint/run-rules.js'
import { loadDocument } from '../load/load-document.js'
import type { ReadFile } from '../load/read-text.js'
import type { ReadUrl } from '../load/read-url.js'
import { validate } from '../load/validate.js'
import type { Document } from '../model/document.js'
import type { Finding } from '../model/finding.js'

/** A document, as far as it could be read, and everything that is said about it. */
export interface LintedDocument {
  readonly document?: Document
  readonly findings: readonly Finding[]
}

/** What is wrong with one document: from loading, AsyncAPI, the build and the rules, each mistake once. */
export async function lintDocument(
  source: { readonly path: string; readonly cwd: string; readonly readFile: ReadFile; readonly readUrl: ReadUrl },
  judging: { readonly rules: readonly Rule[]; readonly options: BuildOptions; readonly cacheFolder?: string },
): Promise<LintedDocument> {
  const { document, findings: loading } = await loadDocument(source)
  if (document === undefined) return { findings: loading }
  const { rules, options, ...remembering } = judging
  const invalid = await validate(document, { form: 'fast', ...remembering })
  const { design, findings: built } = build(document, options)
  const before = [...loading, ...invalid, ...built]
  const judged = design === undefined ? [] : runRules(design, rules)
  return { document, findings: [...before, ...withoutFollowers(judged, before)] }
}
