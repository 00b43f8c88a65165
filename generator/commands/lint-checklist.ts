import { checklist } from '../lint/checklist.js'
import { isError } from '../model/finding.js'
import { checklistMarkdown } from '../report/checklist-markdown.js'
import { checklistText } from '../report/checklist-text.js'
import { joinFindings, type LocatedFinding, locateFindings } from '../report/position.js'
import { reportText } from '../report/text.js'
import type { CommandResult } from './command.js'
import type { LintedDocument } from './lint-document.js'
import type { LintOptions } from './lint-options.js'
import { exitCodeOf } from './lint-result.js'

/** A document as it was named, and what is said about it by all rules, those of --strict too. */
export interface AskedDocument extends LintedDocument {
  readonly path: string
}

/**
 * `idemgen lint --checklist`: for each consumer group what of the checklist holds. The exit code is that of a plain
 * `lint`; errors that are no point of the checklist go to stderr, so that nobody wonders about it.
 */
export function lintChecklist(
  documents: readonly AskedDocument[],
  { options, color }: { readonly options: LintOptions; readonly color: boolean },
): CommandResult {
  const write = options.format === 'markdown' ? checklistMarkdown : checklistText
  const made = documents.map((one) => checklistOf(one, write))
  return {
    exitCode: exitCodeOf(joinFindings(made.map(({ all }) => all)), options),
    stdout: made.flatMap(({ text }) => text ?? []).join('\n'),
    stderr: reportText({ findings: joinFindings(made.map(({ beside }) => beside)), color }),
  }
}

interface Made {
  readonly text?: string
  readonly all: readonly LocatedFinding[]
  /** The errors that the text does not tell. */
  readonly beside: readonly LocatedFinding[]
}

function checklistOf(
  { path, document, design, findings }: AskedDocument,
  write: typeof checklistText | typeof checklistMarkdown,
): Made {
  const all = locateFindings(findings, document)
  if (document === undefined || design === undefined) return { all, beside: all }
  const answered = checklist(design, findings)
  const answers = answered.groups.flatMap((group) => group.answers)
  const told = new Set([...answered.elsewhere, ...answers.flatMap((one) => (one.kind === 'fails' ? one.findings : []))])
  const untold = findings.filter((finding) => isError(finding) && !told.has(finding))
  return { all, text: write({ path, document, checklist: answered }), beside: locateFindings(untold, document) }
}
