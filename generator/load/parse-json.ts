import { scanJson } from './scan-json.js'
import type { ParsedText } from './text-fault.js'

/** Reads JSON as its standard has it: no comments, no trailing commas, and no key twice in one object. */
export function parseJson(text: string): ParsedText {
  const scanned = scanJson(text)
  return 'rule' in scanned ? { fault: scanned } : { value: JSON.parse(text) }
}
