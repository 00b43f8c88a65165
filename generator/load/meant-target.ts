import { didYouMean } from '../model/did-you-mean.js'
import { isList, isObject, type Json, type SourceFile } from '../model/document.js'
import { joinPointer, type Place, pointerSegments } from '../model/pointer.js'
import { findValue } from '../model/reference.js'

type Files = ReadonlyMap<string, SourceFile>

interface Reference {
  readonly ref: string
  /** Where it stands. */
  readonly at: Place
}

/**
 * What a reference that leads nowhere most likely means: the same pointer below a part that it stands in, as inlined
 * JSON Schemas have it, else as far as the pointer leads and the nearest name from there.
 */
export function meantTarget(files: Files, target: Place, { ref, at }: Reference): string {
  const part = enclosingPart(files, target, at)
  if (part !== undefined) return `a pointer starts at the top of its file: did you mean "#${part}${target.pointer}"?`
  return nearestTarget(files, target, ref.split('#')[0] ?? '')
}

/**
 * The place of a schema that calls itself what a reference says, by `$id` or `$anchor`: AsyncAPI, and the official
 * parser with it, knows places alone.
 */
export function placeNamedBy(
  files: Files,
  { ref, file }: { readonly ref: string; readonly file: string },
): Place | undefined {
  const own = files.get(file)
  const others = ref.startsWith('#') ? [] : [...files].filter(([name]) => name !== file)
  for (const [name, source] of own === undefined ? others : [[file, own] as const, ...others]) {
    const pointer = pointerNamed(source.value, ref)
    if (pointer !== undefined) return { file: name, pointer }
  }
  return undefined
}

function pointerNamed(root: Json, ref: string): string | undefined {
  const open: { readonly value: Json; readonly pointer: string }[] = [{ value: root, pointer: '' }]
  const seen = new Set<Json>()
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { value, pointer } = part
    if ((!isObject(value) && !isList(value)) || seen.has(value)) continue
    seen.add(value)
    if (isObject(value) && (value.$id === ref || (typeof value.$anchor === 'string' && `#${value.$anchor}` === ref))) {
      return pointer
    }
    for (const [name, inner] of Object.entries<Json>(value)) {
      open.push({ value: inner, pointer: joinPointer(pointer, name) })
    }
  }
  return undefined
}

/** The innermost part around a reference below which its pointer leads to something. */
function enclosingPart(files: Files, target: Place, at: Place): string | undefined {
  if (target.file !== at.file || target.pointer === '') return undefined
  const segments = pointerSegments(at.pointer)
  for (let length = segments.length - 1; length > 0; length--) {
    const part = joinPointer('', ...segments.slice(0, length))
    if (findValue(files, { file: at.file, pointer: part + target.pointer }) !== undefined) return part
  }
  return undefined
}

/** Names what was most likely meant, as a reference: as far as the pointer leads, and the nearest name from there. */
function nearestTarget(files: Files, target: Place, file: string): string {
  let pointer = ''
  for (const segment of pointerSegments(target.pointer)) {
    const next = joinPointer(pointer, segment)
    if (findValue(files, { ...target, pointer: next }) !== undefined) {
      pointer = next
      continue
    }
    const parent = findValue(files, { ...target, pointer })?.value
    const meant = isObject(parent) ? didYouMean(segment, Object.keys(parent)) : undefined
    if (meant !== undefined) return `did you mean "${file}#${joinPointer(pointer, meant)}"?`
    return pointer === ''
      ? `there is no "${segment}" at the top of the file`
      : `"${file}#${pointer}" has no "${segment}"`
  }
  return 'correct the reference'
}
