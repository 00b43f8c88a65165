import { isList, isObject, type Json, type SourceFile } from '../model/document.js'
import type { Finding } from '../model/finding.js'
import { joinPointer, type Place, placeKey } from '../model/pointer.js'
import { findValue, referenceIn, referenceTarget } from '../model/reference.js'
import { meantTarget, placeNamedBy } from './meant-target.js'

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
  const named = target.kind === 'place' ? undefined : placeNamedBy(files, { ref, file: at.file })
  if (named !== undefined) {
    const path = named.file === at.file ? '' : named.file
    return finding(
      'ref-by-id',
      `"${ref}" names a schema by its $id or $anchor, and AsyncAPI refers to places`,
      `write "${path}#${named.pointer}"`,
    )
  }
  switch (target.kind) {
    case 'remote':
      return finding('ref-remote', ...remoteWords(ref, 'forbidden' in target ? target.forbidden : undefined))
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

function remoteWords(ref: string, forbidden: 'protocol' | 'password' | undefined): readonly [string, string] {
  switch (forbidden) {
    case 'password':
      return [
        'a reference to a URL with a password in it is not followed',
        'the URL would be written into the output: keep a copy beside the document and refer to it',
      ]
    case 'protocol':
      return [`"${ref}" is a URL that is not followed`, 'use https, or a path relative to this file']
    case undefined:
      return [
        `"${ref}" is a URL, and URLs are fetched only with --allow-remote`,
        'give --allow-remote once, which keeps a copy in the output folder, or refer to a copy beside the document',
      ]
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
  return finding('ref-missing', `"${ref}" does not exist${where}`, meantTarget(files, target, reference))
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
