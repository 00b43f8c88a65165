/**
 * Where a value stands: a JSON pointer inside one of the files of a document.
 * `file` is relative to the folder of the root spec, with `/`, and empty for the root spec itself.
 * `pointer` is an RFC 6901 pointer: empty for the whole file, else starting with `/`.
 */
export interface Place {
  readonly file: string
  readonly pointer: string
}

/** The place as one string, `file#pointer`: the identity of everything in a document. */
export function placeKey(place: Place): string {
  return `${place.file}#${place.pointer}`
}

/** The pointer of a member or item below `pointer`. */
export function joinPointer(pointer: string, ...segments: readonly (string | number)[]): string {
  let joined = pointer
  for (const segment of segments) joined += `/${escapeSegment(String(segment))}`
  return joined
}

/** The unescaped segments of a pointer; none for the empty one. */
export function pointerSegments(pointer: string): readonly string[] {
  if (pointer === '') return []
  const segments = pointer.slice(1).split('/')
  // Hardly any pointer has an escape in it, and a large document has millions of pointers.
  if (!pointer.includes('~')) return segments
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function escapeSegment(segment: string): string {
  return /[~/]/.test(segment) ? segment.replaceAll('~', '~0').replaceAll('/', '~1') : segment
}
