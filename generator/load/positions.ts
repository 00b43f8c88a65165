import type { SourceFile } from '../model/document.js'
import type { Position } from '../model/finding.js'
import { type Place, pointerSegments } from '../model/pointer.js'
import { lineIndex } from './line-index.js'
import { placeSource } from './parse-source.js'
import { offsetOf } from './placed-node.js'

/**
 * The position of places: of the key of a member, of the start of an item, and of the nearest parent when the place
 * itself does not stand in the text. A file is read for this once, when the first of its places is asked for: most
 * runs have nothing to report.
 */
export function locator(files: ReadonlyMap<string, SourceFile>): (place: Place) => Position {
  const known = new Map<string, (pointer: string) => Position>()
  return (place) => {
    const file = files.get(place.file)
    if (file === undefined) return { line: 1, column: 1 }
    const locate = known.get(place.file) ?? locateIn(file)
    known.set(place.file, locate)
    return locate(place.pointer)
  }
}

function locateIn(file: SourceFile): (pointer: string) => Position {
  const root = placeSource(file)
  const positionAt = lineIndex(file.text)
  return (pointer) => positionAt(offsetOf(root, pointerSegments(pointer)))
}
