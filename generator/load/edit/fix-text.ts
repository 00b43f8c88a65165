import type { Change, Fix } from '../../model/fix.js'
import { pointerSegments } from '../../model/pointer.js'
import { editOf } from './edits-of.js'
import { nodeFinder } from './node-at.js'
import { applyEdits, overlap, type TextEdit } from './text-edit.js'

/** A fix whose changes stand in one file; `at` of each is a pointer there. */
export type FixInFile = readonly { readonly change: Change; readonly pointer: string }[]

/** The text with the fixes that can be made at once, each whole, none where another one changes something. */
export function fixText(text: string, fixes: readonly FixInFile[]): string {
  const find = nodeFinder(text)
  const edits: TextEdit[] = []
  for (const fix of fixes) {
    const wanted = fix.map(({ change, pointer }) => {
      const found = find(pointerSegments(pointer))
      return found === undefined ? undefined : editOf(text, found, change)
    })
    const possible = wanted.filter((edit) => edit !== undefined)
    const isFree = possible.every((edit, i) => [...edits, ...possible.slice(0, i)].every((one) => !overlap(one, edit)))
    if (possible.length < fix.length || !isFree) continue
    edits.push(...possible)
  }
  return applyEdits(text, edits)
}

/** A fix of several files cannot be made in one of them. */
export function fixInFile(fix: Fix, at: { readonly file: string; readonly pointer: string }): FixInFile | undefined {
  const changes = fix.map((change) => ({ change, place: change.at ?? at }))
  if (changes.some(({ place }) => place.file !== at.file)) return undefined
  return changes.map(({ change, place }) => ({ change, pointer: place.pointer }))
}
