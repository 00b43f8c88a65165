import { isList, isObject, type Json, type SourceFile } from './document.js'
import { joinPointer, type Place, pointerSegments } from './pointer.js'

type Files = ReadonlyMap<string, SourceFile>

/** What the text of a `$ref` names: a place in a file of the document, or something that idemgen does not follow. */
export type ReferenceTarget =
  | { readonly kind: 'place'; readonly place: Place }
  /** A place in a document of the web that is not among the files; its file is the URL. */
  | { readonly kind: 'remote'; readonly place: Place }
  /** A URL that is never fetched: of another protocol than http and https, or with a password in it. */
  | { readonly kind: 'remote'; readonly forbidden: 'protocol' | 'password' }
  /** A path from the root of the disk: it would differ from machine to machine. */
  | { readonly kind: 'absolute' }
  /** Empty, or the part after `#` is no JSON pointer, which starts with `/`. */
  | { readonly kind: 'malformed' }

/** A value and the place where it really stands, after every reference on the way was followed. */
export interface Found {
  readonly place: Place
  readonly value: Json
}

/** The text of the `$ref` in a value, if the value is a reference. */
export function referenceIn(value: Json | undefined): string | undefined {
  const reference = isObject(value) && Object.hasOwn(value, '$ref') ? value.$ref : undefined
  return typeof reference === 'string' ? reference : undefined
}

/** Whether a file of a document is one of the web: it is named by its URL. */
export function isUrl(file: string): boolean {
  return /^https?:\/\//i.test(file)
}

/**
 * Where a `$ref` that stands in `file` leads: paths are relative to the referring file, as in AsyncAPI and JSON Schema.
 * From a file of the web they lead to the web only, never to the disk.
 */
export function referenceTarget(
  files: Files,
  reference: { readonly ref: string; readonly file: string },
): ReferenceTarget {
  const [path = '', ...fragments] = reference.ref.split('#')
  const fragment = fragments.join('#')
  const isMalformed = reference.ref === '' || (fragment !== '' && !fragment.startsWith('/'))
  const isRemote = isUrl(reference.file) ? path !== '' : /^[a-z][a-z0-9+.-]+:/i.test(path) || path.startsWith('//')
  if (isRemote) return urlTarget(files, { path, from: reference.file, pointer: percentDecoded(fragment), isMalformed })
  if (/^([/\\]|[a-z]:)/i.test(path)) return { kind: 'absolute' }
  if (isMalformed) return { kind: 'malformed' }
  const file = path === '' ? reference.file : joinPath(files, reference.file, percentDecoded(path))
  return { kind: 'place', place: { file, pointer: percentDecoded(fragment) } }
}

function urlTarget(
  files: Files,
  reference: { readonly path: string; readonly from: string; readonly pointer: string; readonly isMalformed: boolean },
): ReferenceTarget {
  const { path, from, pointer, isMalformed } = reference
  // `//host/file` has the protocol of the file that it stands in; a file of the disk has none.
  const base = isUrl(from) ? from : path.startsWith('//') ? 'https://localhost' : undefined
  if (!URL.canParse(path, base)) return { kind: 'malformed' }
  const url = new URL(path, base)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'remote', forbidden: 'protocol' }
  if (url.username !== '' || url.password !== '') return { kind: 'remote', forbidden: 'password' }
  if (isMalformed) return { kind: 'malformed' }
  const place = { file: url.href, pointer }
  return files.has(place.file) ? { kind: 'place', place } : { kind: 'remote', place }
}

/**
 * The value at a place; references on the way are followed, one at the place itself is not. Undefined when there is
 * no such value, when a reference on the way leads nowhere, and when references lead in a circle.
 */
export function findValue(files: Files, place: Place): Found | undefined {
  return walk(files, place, 0)
}

/** The value at a place, with a reference at the place itself followed too, however many follow each other. */
export function resolveValue(files: Files, place: Place): Found | undefined {
  const found = walk(files, place, 0)
  return found === undefined ? undefined : followed(files, found, 0)
}

// Far more references than real documents chain; only a circle gets here.
const mostHops = 100

function walk(files: Files, place: Place, hops: number): Found | undefined {
  const root = files.get(place.file)
  if (root === undefined) return undefined
  const segments = pointerSegments(place.pointer)
  let { value } = root
  // Where the last reference on the way led, and how many segments were gone before it.
  let start = { place: { file: place.file, pointer: '' }, gone: 0 }
  const placeAfter = (gone: number): Place => {
    return { ...start.place, pointer: joinPointer(start.place.pointer, ...segments.slice(start.gone, gone)) }
  }
  for (const [gone, segment] of segments.entries()) {
    if (referenceIn(value) !== undefined) {
      const next = followed(files, { place: placeAfter(gone), value }, hops)
      if (next === undefined) return undefined
      start = { place: next.place, gone }
      value = next.value
    }
    const member = memberOf(value, segment)
    if (member === undefined) return undefined
    value = member
  }
  return { place: placeAfter(segments.length), value }
}

function followed(files: Files, found: Found, hops: number): Found | undefined {
  const ref = referenceIn(found.value)
  if (ref === undefined) return found
  if (hops >= mostHops) return undefined
  const target = referenceTarget(files, { ref, file: found.place.file })
  const next = target.kind === 'place' ? walk(files, target.place, hops + 1) : undefined
  return next === undefined ? undefined : followed(files, next, hops + 1)
}

function memberOf(value: Json, segment: string): Json | undefined {
  if (isList(value)) return /^(0|[1-9]\d*)$/.test(segment) ? value[Number(segment)] : undefined
  return isObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined
}

/**
 * `path` seen from the folder of `from`, as a key of `files`: relative to the folder of the root spec however the path
 * goes about (`../specs/a.yaml` in `specs/` is `a.yaml`), and empty for the root spec itself.
 */
function joinPath(files: Files, from: string, path: string): string {
  const root = files.get('')
  const folder = root?.absolutePath?.split('/').slice(0, -1) ?? []
  const joined = [...folder]
  for (const part of [...from.split('/').slice(0, -1), ...path.split(/[/\\]/)]) {
    if (part === '' || part === '.') continue
    if (part !== '..' || isAbove(joined)) joined.push(part)
    // Above the root of a disk there is nothing but the root again.
    else if (joined.length > 1 || folder.length === 0) joined.pop()
  }
  const shared = joined.findIndex((part, i) => part !== folder[i])
  const common = shared === -1 ? Math.min(joined.length, folder.length) : shared
  const file = [...folder.slice(common).map(() => '..'), ...joined.slice(common)].join('/')
  const rootName = (root?.absolutePath ?? root?.path)?.split(/[/\\]/).at(-1)
  return file === rootName ? '' : file === '' ? '.' : file
}

/** Whether a relative path has nothing left to go up from. */
function isAbove(path: readonly string[]): boolean {
  return path.length === 0 || path.at(-1) === '..'
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A lone `%` in a name that nobody encoded: the name as it stands.
    return text
  }
}
