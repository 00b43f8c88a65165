import type { Contract, PlaceKey } from '../../model/contract.js'
import type { Document } from '../../model/document.js'
import type { Finding, Severity } from '../../model/finding.js'
import type { Place } from '../../model/pointer.js'

/** One of the documents that are generated from together. */
export interface BuiltSpec {
  readonly document: Document
  readonly contract: Contract
}

/** Something of one document that another may contradict. */
export interface Standing {
  readonly spec: BuiltSpec
  readonly place: Place
}

/** A place in words that tell documents apart: `specs/orders.yaml:14:7`. */
export function inWords(standing: Standing): string {
  const { file, line, column } = positionOf(standing)
  return `${file}:${line}:${column}`
}

/** A finding about one document because of another: each has files of its own, so it holds the position itself. */
export function findingAt(
  standing: Standing,
  fault: { readonly rule: string; readonly severity?: Severity; readonly message: string; readonly hint: string },
): Finding {
  return { severity: 'error', ...fault, at: positionOf(standing) }
}

export function placeOf(key: PlaceKey | undefined): Place {
  const end = key?.indexOf('#') ?? -1
  return key === undefined || end === -1
    ? { file: '', pointer: '' }
    : { file: key.slice(0, end), pointer: key.slice(end + 1) }
}

function positionOf({ spec, place }: Standing) {
  return { file: spec.document.files.get(place.file)?.path ?? place.file, ...spec.document.locate(place) }
}
