import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Document } from '../model/document.js'
import type { Finding } from '../model/finding.js'
import { readEntry, writeEntry } from './cache-entries.js'

/**
 * The key under which a validation is remembered: everything that it depends on, so that a content once found valid
 * need not be parsed again. `options` holds the versions of what validates.
 */
export function validationKey(document: Document, options: readonly string[]): string {
  const hash = createHash('sha256')
  // Each part with its length: two lists of parts never run together to the same bytes.
  const add = (part: string) => hash.update(`${Buffer.byteLength(part)}:`).update(part)
  for (const option of options) add(option)
  for (const [name, file] of [...document.files].toSorted(([left], [right]) => (left < right ? -1 : 1))) {
    // The extension of the root spec decides how its text is read.
    add(name === '' ? basename(file.path) : name)
    add(file.text)
  }
  return hash.digest('hex')
}

/** The findings of a valid content, if it is remembered. A cache that cannot be read, or holds other things, has none. */
export function recallValidation(folder: string, key: string): readonly Finding[] | undefined {
  const entry = readEntry(folder, `${key}.json`)
  if (entry === undefined) return undefined
  try {
    const stored: unknown = JSON.parse(entry.toString('utf8'))
    return Array.isArray(stored) && stored.every(isHarmless) ? stored : undefined
  } catch {
    return undefined
  }
}

/** Remembers that a content is valid, with what was said about it. Where nothing can be written nothing is remembered. */
export function rememberValidation(folder: string, key: string, findings: readonly Finding[]): void {
  writeEntry(folder, `${key}.json`, JSON.stringify(findings))
}

function isHarmless(value: unknown): value is Finding {
  if (typeof value !== 'object' || value === null) return false
  const { rule, severity, message, hint, at } = value as Readonly<Record<string, unknown>>
  const { file, pointer } = (at ?? {}) as Readonly<Record<string, unknown>>
  const texts = [rule, message, file, pointer, hint ?? '']
  return (severity === 'warning' || severity === 'info') && texts.every((text) => typeof text === 'string')
}
