import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Document } from '../model/document.js'
import type { Finding } from '../model/finding.js'

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
  try {
    const stored: unknown = JSON.parse(readFileSync(join(folder, `${key}.json`), 'utf8'))
    return Array.isArray(stored) && stored.every(isHarmless) ? stored : undefined
  } catch {
    return undefined
  }
}

/** Remembers that a content is valid, with what was said about it. Where nothing can be written nothing is remembered. */
export function rememberValidation(folder: string, key: string, findings: readonly Finding[]): void {
  const temporary = join(folder, `${key}.${randomUUID()}.tmp`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    removeOldest(folder)
    writeFileSync(temporary, JSON.stringify(findings))
    // A reader sees the whole file or none.
    renameSync(temporary, join(folder, `${key}.json`))
  } catch {
    removeQuietly(temporary)
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Where a file could not be written it may not be removable either; it is not read again in any case.
  }
}

function isHarmless(value: unknown): value is Finding {
  if (typeof value !== 'object' || value === null) return false
  const { rule, severity, message, hint, at } = value as Readonly<Record<string, unknown>>
  const { file, pointer } = (at ?? {}) as Readonly<Record<string, unknown>>
  const texts = [rule, message, file, pointer, hint ?? '']
  return (severity === 'warning' || severity === 'info') && texts.every((text) => typeof text === 'string')
}

// An entry is a few hundred bytes, one for each content ever seen: enough for the branches of a team.
const mostEntries = 1000

function removeOldest(folder: string): void {
  const names = readdirSync(folder).filter((name) => /^[0-9a-f]{64}\./.test(name))
  if (names.length < mostEntries) return
  const aged = names.map((name) => ({ name, time: statSync(join(folder, name)).mtimeMs }))
  const oldest = aged.toSorted((left, right) => left.time - right.time).slice(0, mostEntries / 2)
  for (const { name } of oldest) removeQuietly(join(folder, name))
}
