import { type BuildOptions, build } from '../../generator/build/build.js'
import { rules } from '../../generator/lint/rules/index.js'
import { runRules } from '../../generator/lint/run-rules.js'
import { loadDocument } from '../../generator/load/load-document.js'
import { validate } from '../../generator/load/validate.js'
import type { Document } from '../../generator/model/document.js'
import type { Finding } from '../../generator/model/finding.js'

export interface Judged {
  /** What loading, validating and building say. */
  readonly before: readonly Finding[]
  /** What the rules of lint say, those of --strict left out but the one asked for. */
  readonly found: readonly Finding[]
  /** Both with line and column. */
  readonly lines: readonly string[]
}

/** What is said of a document, by the rules that always run and by one more. */
export async function judge(text: string, rule: string, options: BuildOptions = {}): Promise<Judged> {
  const { document, findings: loading } = await loadDocument({
    path: 'spec.yaml',
    cwd: '/',
    readFile: async () => Buffer.from(text),
  })
  if (document === undefined) throw new Error(`the document does not load: ${JSON.stringify(loading)}`)
  const validity = await validate(document, { form: 'fast' })
  const { design, findings } = build(document, options)
  if (design === undefined) throw new Error('the document has no design')
  const found = runRules(
    design,
    rules.filter(({ strict, name }) => strict !== true || name === rule),
  )
  // Rules judge what is right and not built yet as well.
  const before = [...loading, ...validity, ...findings].filter(({ rule }) => rule !== 'not-built-yet')
  return { before, found, lines: [...before, ...found].map((finding) => findingText(document, finding)) }
}

function findingText(document: Document, { rule, severity, message, hint, at }: Finding): string {
  const { line, column } = 'pointer' in at ? document.locate(at) : at
  return `${line}:${column} ${severity} ${rule} ${message}\n${hint === undefined ? '' : `  ${hint}\n`}`
}
