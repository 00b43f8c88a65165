import type { Answer, Checklist } from '../lint/checklist.js'
import type { Document } from '../model/document.js'
import type { Finding } from '../model/finding.js'
import { type LocatedFinding, locateFindings } from './position.js'

/** The checklist of one document, as its reports read it. */
export interface ChecklistReport {
  /** As the user gave it. */
  readonly path: string
  readonly checklist: Checklist
  /** For the lines of what was found. */
  readonly document: Document
}

export const words: Readonly<Record<Answer['kind'], string>> = {
  fails: 'fail',
  guaranteed: 'generated guarantee',
  passes: 'pass',
}

export const kinds = [
  { kind: 'point', title: 'what has to hold' },
  { kind: 'pitfall', title: 'what must not happen' },
] as const

/** What is told when the document has no group. */
export const nobody = 'no consumer group is generated from this document'

/** `13 of 15`. */
export function countText(answers: readonly Answer[]): string {
  return `${answers.filter(({ kind }) => kind !== 'fails').length} of ${answers.length}`
}

/** What was found, in the order of the document. */
export function locate(findings: readonly Finding[], { document }: ChecklistReport): readonly LocatedFinding[] {
  return locateFindings(findings, document)
}
