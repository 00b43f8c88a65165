import { didYouMean } from '../model/did-you-mean.js'
import { isList, isObject, type Json, type SourceFile } from '../model/document.js'
import type { Finding } from '../model/finding.js'
import { joinPointer, type Place, placeKey, pointerSegments } from '../model/pointer.js'
import { findValue, referenceIn, referenceTarget } from '../model/reference.js'

type Files = ReadonlyMap<string, SourceFile>

/** A `$ref` as it stands in a file: `at` is the place of the `$ref` itself. */
export interface Reference {
  readonly ref: string
  readonly at: Place
}

/** Every reference that is written in a file, those in examples and extensions too: the official parser follows all. */
export function referencesIn(file: string, value: Json): readonly Reference[] {
  const found: Reference[] = []
  const path: string[] = []
  // An alias brings the same map again; what it holds was found at its anchor.
  const seen = new Set<Json>()
  const visit = (part: Json) => {
    if ((!isObject(part) && !isList(part)) || seen.has(part)) return
    seen.add(part)
    const ref = referenceIn(part)
    if (ref !== undefined) found.push({ ref, at: { file, pointer: joinPointer('', ...path, '$ref') } })
    for (const [name, inner] of Object.entries<Json>(part)) {
      path.push(name)
      visit(inner)
      path.pop()
    }
  }
  visit(value)
  return found
}

/** What is wrong with a reference, once every file that could be read was read; undefined when it leads to a value. */
export function referenceFault(files: Files, reference: Reference): Finding | undefined {
  const { ref, at } = reference
  const finding = (rule: string, message: string, hint: string): Finding => {
    return { rule, severity: 'error', message, hint, at }
  }
  const target = referenceTarget(files, { ref, file: at.file })
  switch (target.kind) {
    case 'remote':
      return finding(
        'ref-remote',
        `"${ref}" is a URL, which is not fetched`,
        'keep a copy beside the document and refer to it',
      )
    case 'absolute':
      return finding('ref-absolute', `"${ref}" is an absolute path`, 'write it relative to this file: "./…"')
    case 'malformed':
      return finding(
        'ref-missing',
        `"${ref}" names no place`,
        'a reference looks like "#/components/schemas/Order" or "./file.yaml#/Order"',
      )
    case 'place':
      return targetFault(files, { ref, at, target: target.place, finding })
  }
}

function targetFault(
  files: Files,
  reference: Reference & {
    readonly target: Place
    readonly finding: (rule: string, message: string, hint: string) => Finding
  },
): Finding | undefined {
  const { ref, at, target, finding } = reference
  // A file that could not be read was reported when it was tried.
  if (!files.has(target.file)) return undefined
  if (isCircle(files, target)) {
    return finding(
      'ref-circular',
      `"${ref}" leads back to itself`,
      'let one of the references in the circle be a value',
    )
  }
  if (findValue(files, target) !== undefined) return undefined
  const where = target.file === at.file ? '' : ` in ${files.get(target.file)?.path ?? target.file}`
  return finding('ref-missing', `"${ref}" does not exist${where}`, nearestTarget(files, target))
}

/** Whether only references, one after the other, come from a place. */
function isCircle(files: Files, start: Place): boolean {
  const seen = new Set<string>()
  let place = start
  for (;;) {
    const found = findValue(files, place)
    const ref = referenceIn(found?.value)
    if (found === undefined || ref === undefined) return false
    if (seen.has(placeKey(found.place))) return true
    seen.add(placeKey(found.place))
    const target = referenceTarget(files, { ref, file: found.place.file })
    if (target.kind !== 'place') return false
    place = target.place
  }
}

/** Names what was most likely meant: as far as the pointer leads, and the nearest name from there. */
function nearestTarget(files: Files, target: Place): string {
  let pointer = ''
  for (const segment of pointerSegments(target.pointer)) {
    const next = joinPointer(pointer, segment)
    if (findValue(files, { ...target, pointer: next }) !== undefined) {
      pointer = next
      continue
    }
    const parent = findValue(files, { ...target, pointer })?.value
    const meant = isObject(parent) ? didYouMean(segment, Object.keys(parent)) : undefined
    if (meant !== undefined) return `did you mean "#${joinPointer(pointer, meant)}"?`
    return pointer === '' ? `there is no "${segment}" at the top of the file` : `"#${pointer}" has no "${segment}"`
  }
  return 'correct the reference'
}
