import { type Reference, referencesIn } from '../load/references.js'
import type { Document } from '../model/document.js'
import { pointerSegments } from '../model/pointer.js'
import { referenceTarget } from '../model/reference.js'
import type { LocatedFinding } from '../report/position.js'

/**
 * Where Spectral shows a finding: at its own place; what stands in another file, at the first reference that leads
 * there, since the path of a result is one in the document that is linted; else at the top.
 */
export function resultPath(finding: LocatedFinding, document: Document | undefined): readonly string[] {
  if (document === undefined || finding.pointer === undefined) return []
  const pointer = isInRoot(finding, document) ? finding.pointer : referenceTo(finding.file, document)
  return pointerSegments(pointer ?? '').map(escapeSegment)
}

/** Whether a finding stands in the document itself rather than in a file that it refers to. */
export function isInRoot({ file }: LocatedFinding, document: Document | undefined): boolean {
  return document === undefined || document.files.get('')?.path === file
}

function referenceTo(path: string, document: Document): string | undefined {
  const [wanted] = [...document.files].find(([, file]) => file.path === path) ?? []
  if (wanted === undefined) return undefined
  return referencesOf('', document).find((reference) => filesReached(reference, document).has(wanted))?.at.pointer
}

/** The files that one gets to from a reference, however many lie in between. */
function filesReached(start: Reference, document: Document): ReadonlySet<string> {
  const reached = new Set(fileBehind(start, document))
  for (const file of reached) {
    for (const next of referencesOf(file, document)) for (const name of fileBehind(next, document)) reached.add(name)
  }
  return reached
}

function referencesOf(file: string, { files }: Document): readonly Reference[] {
  const value = files.get(file)?.value
  return value === undefined ? [] : referencesIn(file, value)
}

/** None for one that stays in the document itself. */
function fileBehind({ ref, at }: Reference, { files }: Document): readonly string[] {
  const target = referenceTarget(files, { ref, file: at.file })
  return target.kind === 'place' && target.place.file !== '' ? [target.place.file] : []
}

/** Spectral takes the segments of a path for those of a JSON pointer, and decodes them. */
function escapeSegment(segment: string): string {
  return segment.replaceAll('~', '~0')
}
