import { createHash } from 'node:crypto'
import type { OutputFile } from '../model/output-file.js'

/** The name of the manifest, in the folder whose files it lists. */
export const manifestName = '.idemgen.json'

/**
 * Which files of a folder idemgen wrote, and what it wrote into them. Files that are not listed are the user's.
 */
export interface Manifest {
  /** By path relative to the folder, with `/`. More than one hash after a merge: what either branch wrote is ours. */
  readonly hashes: ReadonlyMap<string, ReadonlySet<string>>
  /** `broken`: not JSON any more, mostly because of a merge; the lines that can still be read count. */
  readonly state: 'missing' | 'intact' | 'broken'
}

/** What idemgen compares texts by: a checkout that turned LF into CRLF did not change the file. */
export function hashText(text: string): string {
  return createHash('sha256').update(withoutCarriageReturns(text)).digest('hex')
}

/** Whether two texts differ in nothing but LF and CRLF. */
export function sameText(left: string, right: string): boolean {
  return left === right || withoutCarriageReturns(left) === withoutCarriageReturns(right)
}

/** One line a file, sorted by path, so that branches which change different files merge without a conflict. */
export function manifestText(files: readonly OutputFile[]): string {
  const hashes = files.map((file) => [file.path, hashText(file.text)] as const)
  const sorted = hashes.sort(([left], [right]) => (left < right ? -1 : 1))
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
}

/** Never fails: a manifest that cannot be read is rebuilt, since files equal to what would be written are ours. */
export function readManifest(text: string | undefined): Manifest {
  if (text === undefined) return { hashes: new Map(), state: 'missing' }
  const entries = parseEntries(text)
  if (entries?.every(isEntry)) return { hashes: collect(entries), state: 'intact' }
  return { hashes: collect(readableLines(text)), state: 'broken' }
}

type Entry = readonly [path: string, hash: string]

function parseEntries(text: string): readonly (readonly [string, unknown])[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined
  } catch {
    return undefined
  }
}

/** The lines that both branches of a conflict left whole. */
function readableLines(text: string): readonly Entry[] {
  return [...text.matchAll(/^\s*"([^"\\]+)":\s*"([^"\\]+)",?\s*$/gm)]
    .map(([, path = '', hash = '']) => [path, hash] as const)
    .filter(isEntry)
}

function isEntry(entry: readonly [string, unknown]): entry is Entry {
  const [path, hash] = entry
  return isInside(path) && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash)
}

/** A manifest comes out of a repository: a path that leads out of the folder would make us delete foreign files. */
function isInside(path: string): boolean {
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part))
}

function collect(entries: readonly Entry[]): ReadonlyMap<string, ReadonlySet<string>> {
  const hashes = new Map<string, Set<string>>()
  for (const [path, hash] of entries) hashes.set(path, (hashes.get(path) ?? new Set()).add(hash))
  return hashes
}

function withoutCarriageReturns(text: string): string {
  return text.replaceAll('\r\n', '\n')
}
