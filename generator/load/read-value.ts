import type { Json } from '../model/document.js'
import type { Finding } from '../model/finding.js'
import { pointerSegments } from '../model/pointer.js'
import { checkValues } from './check-values.js'
import { lineIndex } from './line-index.js'
import { parseSource, placeSource } from './parse-source.js'
import { offsetOf } from './placed-node.js'
import { decodeText } from './read-text.js'

export type ReadValue =
  | { readonly text: string; readonly value: Json }
  /** Why the file is of no use, with positions: without a value there is no document to locate them by. */
  | { readonly findings: readonly Finding[] }

/** Reads the bytes of one file into a value that is safe to walk. `path` is the file's as shown to the user. */
export function readValue(source: { readonly path: string; readonly bytes: Uint8Array }): ReadValue {
  const decoded = decodeText(source.bytes)
  const { text } = decoded
  const finding = ({ offset, ...fault }: Fault): Finding => {
    return { severity: 'error', ...fault, at: { file: source.path, ...lineIndex(text)(offset) } }
  }
  if ('offset' in decoded) return { findings: [finding(notUtf8(decoded.offset))] }
  const parsed = parseSource({ path: source.path, text })
  if ('fault' in parsed) return { findings: [finding(parsed.fault)] }
  const faults = checkValues(parsed.value)
  if (faults.length === 0) return { text, value: parsed.value }
  const root = placeSource({ path: source.path, text })
  return {
    findings: faults.map(({ pointer, ...fault }) =>
      finding({ ...fault, offset: offsetOf(root, pointerSegments(pointer)) }),
    ),
  }
}

interface Fault {
  readonly rule: string
  readonly message: string
  readonly hint: string
  readonly offset: number
}

function notUtf8(offset: number): Fault {
  return { rule: 'not-utf8', message: 'this byte is not UTF-8', hint: 'save the file as UTF-8', offset }
}
