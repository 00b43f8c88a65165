import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readEntry, writeEntry } from './cache-entries.js'

/** What is remembered of a document that was linted. */
export interface RememberedLint<Located> {
  readonly findings: readonly Located[]
  /** The other files that it reached: absolute path and hash. */
  readonly reached: Readonly<Record<string, string>>
}

/** The key of a content: everything that its findings depend on, but for the files that it reaches. */
export function lintKey(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  // Each part with its length: two lists of parts never run together to the same bytes.
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  return hash.digest('hex')
}

export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** What is remembered under a key, if no file that it reached has changed. Anything else in the cache is nothing. */
export function recallLint<Located>(folder: string, key: string): readonly Located[] | undefined {
  const entry = readEntry(folder, `${key}.json`)
  if (entry === undefined) return undefined
  try {
    const { findings, reached, seal } = JSON.parse(entry.toString('utf8')) as RememberedLint<Located> & { seal: string }
    if (seal !== sealOf({ findings, reached })) return undefined
    const isSame = Object.entries(reached).every(([path, hash]) => hashOf(readFileSync(path)) === hash)
    return isSame ? findings : undefined
  } catch {
    return undefined
  }
}

export function rememberLint<Located>(folder: string, key: string, lint: RememberedLint<Located>): void {
  const { findings, reached } = lint
  writeEntry(folder, `${key}.json`, JSON.stringify({ findings, reached, seal: sealOf({ findings, reached }) }))
}

/** What is only half there, or was changed, would hide findings. */
function sealOf(lint: RememberedLint<unknown>): string {
  return hashOf(JSON.stringify(lint))
}
