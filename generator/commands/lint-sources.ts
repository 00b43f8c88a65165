import { resolve } from 'node:path'
import { readStdin } from '../load/read-stdin.js'
import { type ReadFile, readRegularFile, unreadableSpec } from '../load/read-text.js'
import type { LintOptions } from './lint-options.js'

/** A root document to lint. */
export interface LintSource {
  /** As given. */
  readonly path: string
  readonly bytes: Uint8Array
  /** Reads the document from memory and other files from the disk. */
  readonly readFile: ReadFile
}

/**
 * The documents that were named, read. A hook names whatever was changed: what does not say that it is AsyncAPI is
 * passed over. Throws IdemgenError where a file is missing.
 */
export async function lintSources(
  { paths, stdinPath, hook }: Pick<LintOptions, 'paths' | 'stdinPath' | 'hook'>,
  cwd: string,
): Promise<readonly LintSource[]> {
  const sources =
    stdinPath === undefined
      ? await Promise.all(paths.map(async (path) => sourceOf(path, await readNamed(path, cwd), cwd)))
      : [sourceOf(stdinPath, await readStdin(), cwd)]
  return hook ? sources.filter(({ bytes }) => saysAsyncapi(bytes)) : sources
}

async function readNamed(path: string, cwd: string): Promise<Uint8Array> {
  return readRegularFile(resolve(cwd, path)).catch((error: unknown) => {
    throw unreadableSpec({ path, cwd, error })
  })
}

function sourceOf(path: string, bytes: Uint8Array, cwd: string): LintSource {
  const absolute = resolve(cwd, path)
  return { path, bytes, readFile: async (wanted) => (wanted === absolute ? bytes : readRegularFile(wanted)) }
}

/** Whether a key `asyncapi` stands in a text, at the start of a line or inside braces. */
function saysAsyncapi(bytes: Uint8Array): boolean {
  return /(?:^|[{,])\s*["']?asyncapi["']?\s*:/m.test(Buffer.from(bytes).toString('utf8'))
}
