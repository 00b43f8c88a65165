/** One stretch of a text, and what stands there instead. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The text with the edits, which do not overlap; everything else stays byte for byte. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits.toSorted((left, right) => left.start - right.start)
  let done = 0
  const parts = ordered.map((edit) => {
    const part = text.slice(done, edit.start) + edit.text
    done = edit.end
    return part
  })
  return parts.join('') + text.slice(done)
}

/** Touching counts: which of two insertions comes first would be left to chance. */
export function overlap(left: TextEdit, right: TextEdit): boolean {
  return left.start <= right.end && right.start <= left.end
}
