import { dirname, resolve, sep } from 'node:path'
import type { Document, SourceFile } from '../model/document.js'
import type { Finding } from '../model/finding.js'
import { versionFault } from './asyncapi-version.js'
import { locator } from './positions.js'
import { reachFiles } from './reach-files.js'
import { type ReadFile, readRegularFile, unreadableSpec } from './read-text.js'
import type { ReadUrl } from './read-url.js'
import { readValue } from './read-value.js'

export interface LoadedDocument {
  /** Absent when the root spec could not be read as AsyncAPI of a supported version. */
  readonly document?: Document
  readonly findings: readonly Finding[]
}

/**
 * Reads an AsyncAPI document and every file that its references reach. What is wrong with it is in the findings;
 * throws an IdemgenError (`file-missing`, `file-unreadable`) only when there is no root spec to read.
 */
export async function loadDocument(options: {
  /** The root spec, as the user gave it: absolute or relative to `cwd`. */
  readonly path: string
  readonly cwd: string
  /** Default: from the disk. */
  readonly readFile?: ReadFile
  /** Default: references to URLs are findings. */
  readonly readUrl?: ReadUrl
}): Promise<LoadedDocument> {
  const { path, cwd, readFile = readRegularFile, readUrl } = options
  const absolute = resolve(cwd, path)
  const bytes = await readFile(absolute).catch((error: unknown) => {
    throw unreadableSpec({ path, cwd, error })
  })
  const root = readValue({ path, bytes })
  if ('findings' in root) return { findings: root.findings }
  const files = new Map<string, SourceFile>([['', { path, absolutePath: absolute.split(sep).join('/'), ...root }]])
  const locate = locator(files)
  const fault = versionFault(root.value)
  if (fault !== undefined) {
    const { pointer, ...rest } = fault
    return { findings: [{ severity: 'error', ...rest, at: { file: path, ...locate({ file: '', pointer }) } }] }
  }
  const folder = dirname(absolute)
  const findings = await reachFiles(files, { folder, cwd, readFile, ...(readUrl !== undefined && { readUrl }) })
  return { document: { files, folder, locate }, findings }
}
