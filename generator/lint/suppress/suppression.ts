import type { Finding, Position } from '../../model/finding.js'

/** What a document says of itself: that a rule does not count here, and why. */
export interface Suppression {
  /** Key of the file that it stands in, and about. */
  readonly file: string
  readonly rules: readonly string[]
  /** Empty where none is given: then it does not count. */
  readonly reason: string
  /** Where it is written. */
  readonly at: Finding['at']
  readonly covers: { readonly line: number } | { readonly pointer: string }
}

/** Where a finding stands, for comparing it with suppressions. */
export interface Standing extends Position {
  /** Key of its file; undefined for one that is no file of the document. */
  readonly file: string | undefined
  readonly pointer?: string
}

export function isCovered({ file, covers }: Suppression, standing: Standing): boolean {
  if (file !== standing.file) return false
  if ('line' in covers) return covers.line === standing.line
  const { pointer } = standing
  return pointer !== undefined && (pointer === covers.pointer || pointer.startsWith(`${covers.pointer}/`))
}
