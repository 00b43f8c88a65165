import type { Document, Json } from '../model/document.js'
import { joinPointer, type Place } from '../model/pointer.js'
import { findValue, isUrl, referenceIn, resolveValue } from '../model/reference.js'
import type { OfficialDiagnostic } from './official.js'

/** Where a remark of the parser stands in our document, and what stands there. */
export interface Diagnosed {
  readonly diagnostic: OfficialDiagnostic
  readonly place: Place
  /** Absent when nothing stands there. */
  readonly value?: Json
}

/**
 * Finds the place of a remark. The parser's paths go through references, so a fault in a channel comes again under
 * each of its operations; at the place where it really stands the copies are the same.
 */
export function diagnosedPlace(document: Document, diagnostic: OfficialDiagnostic): Diagnosed {
  const said: Said = { diagnostic, files: document.files, file: fileOf(document, diagnostic.source) }
  return { diagnostic, ...(referencePlace(said) ?? exactPlace(said) ?? nearestPlace(said)) }
}

interface Said {
  readonly diagnostic: OfficialDiagnostic
  readonly files: Document['files']
  readonly file: string
}

type Standing = Omit<Diagnosed, 'diagnostic'>

/** A `$ref` itself: it would be followed as the end of a longer path. */
function referencePlace({ diagnostic, files, file }: Said): Standing | undefined {
  if (diagnostic.path.at(-1) !== '$ref') return undefined
  const container = findValue(files, placeOf(file, diagnostic.path.slice(0, -1)))
  return container === undefined ? undefined : { place: below(container.place, ['$ref']) }
}

function exactPlace({ diagnostic, files, file }: Said): Standing | undefined {
  // What is wrong with the resolved document is wrong with the target of a reference; a key that is not expected, and
  // what other rules say, is about the place itself.
  const isOfTarget =
    diagnostic.code === 'asyncapi-document-resolved' && !/is not expected to be here/.test(diagnostic.message)
  const place = placeOf(file, diagnostic.path)
  return isOfTarget ? resolveValue(files, place) : findValue(files, place)
}

/**
 * Whether a path leads to a reference that leads nowhere. The loader reports the reference; what the parser misses
 * behind it follows from that.
 */
export function isBehindLostReference(document: Document, diagnostic: OfficialDiagnostic): boolean {
  const file = fileOf(document, diagnostic.source)
  return diagnostic.path.some((_, i) => {
    const place = placeOf(file, diagnostic.path.slice(0, i + 1))
    const found = findValue(document.files, place)
    return referenceIn(found?.value) !== undefined && resolveValue(document.files, place) === undefined
  })
}

/** A place that does not exist, under the deepest part of its path that does. */
function nearestPlace({ diagnostic, files, file }: Said): Standing {
  for (let length = diagnostic.path.length - 1; length > 0; length--) {
    const found = resolveValue(files, placeOf(file, diagnostic.path.slice(0, length)))
    if (found !== undefined) return { place: below(found.place, diagnostic.path.slice(length)) }
  }
  return { place: placeOf(file, diagnostic.path) }
}

function placeOf(file: string, path: readonly string[]): Place {
  return below({ file, pointer: '' }, path)
}

function below(place: Place, path: readonly string[]): Place {
  return { ...place, pointer: joinPointer(place.pointer, ...path) }
}

/** The parser names files by absolute path, with some characters percent-encoded. */
function fileOf(document: Document, source: string | undefined): string {
  if (source !== undefined && isUrl(source) && document.files.has(source)) return source
  const found = [...document.files].find(([, { absolutePath }]) => {
    return absolutePath !== undefined && (absolutePath === source || absolutePath === decoded(source ?? ''))
  })
  return found?.[0] ?? ''
}

function decoded(source: string): string {
  try {
    return decodeURI(source)
  } catch {
    return source
  }
}
