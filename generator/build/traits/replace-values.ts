import { isList, isObject, type Json, type SourceFile } from '../../model/document.js'
import { type Place, pointerSegments } from '../../model/pointer.js'

type Files = ReadonlyMap<string, SourceFile>

/** The files with other values at some places; what does not change is shared. A place that does not exist is passed by. */
export function replaceValues(
  files: Files,
  changes: readonly { readonly place: Place; readonly value: Json }[],
): Files {
  const changed = new Map(files)
  // Outer ones first: an inner one is a part of what the outer one keeps.
  const ordered = changes.toSorted((left, right) => left.place.pointer.length - right.place.pointer.length)
  for (const { place, value } of ordered) {
    const file = changed.get(place.file)
    if (file === undefined) continue
    changed.set(place.file, { ...file, value: replaced(file.value, pointerSegments(place.pointer), value) })
  }
  return changed
}

function replaced(value: Json, path: readonly string[], by: Json): Json {
  const [name, ...rest] = path
  if (name === undefined) return by
  if (isList(value)) return value.map((item, i) => (String(i) === name ? replaced(item, rest, by) : item))
  const before = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  if (!isObject(value) || before === undefined) return value
  return { ...value, [name]: replaced(before, rest, by) }
}
