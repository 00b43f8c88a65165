import { lstatSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { describeFault, faultCode } from './file-fault.js'
import type { Folder } from './folder.js'

/** What stands at a path. */
export type EntryOnDisk =
  | { readonly kind: 'file'; readonly text: string }
  /** A symbolic link to a file, with the text of that file. */
  | { readonly kind: 'link'; readonly text: string }
  /** Neither; `what` names it: `a folder`. */
  | { readonly kind: 'other'; readonly what: string }

/**
 * Reads the entries at `paths`, which are relative to `folder`; free paths are left out of the result.
 * Throws IdemgenError where the folder is none, or something in it may not be read.
 */
export function readFolder(folder: Folder, paths: Iterable<string>): ReadonlyMap<string, EntryOnDisk> {
  requireFolder(folder)
  const entries = new Map<string, EntryOnDisk>()
  for (const path of paths) {
    const entry = attempt(`${folder.shownAs}/${path}`, () => readEntry(join(folder.path, path)))
    if (entry !== undefined) entries.set(path, entry)
  }
  return entries
}

/** The names in a folder, sorted; none when there is no such folder. Throws IdemgenError where it may not be read. */
export function listFolder(folder: Folder): readonly string[] {
  if (!requireFolder(folder)) return []
  return attempt(folder.shownAs, () => readdirSync(folder.path)).sort()
}

/** Whether the folder is there. Throws where its path is taken by something else. */
function requireFolder({ path, shownAs }: Folder): boolean {
  const stats = attempt(shownAs, () => statSync(path, { throwIfNoEntry: false }))
  if (stats === undefined || stats.isDirectory()) return stats !== undefined
  throw describeFault({ code: 'ENOTDIR', doing: 'read', path: shownAs, cause: undefined })
}

function readEntry(path: string): EntryOnDisk | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return undefined
    if (stats.isSymbolicLink()) return readLink(path)
    if (!stats.isFile()) return { kind: 'other', what: nameKind(stats) }
    return { kind: 'file', text: readFileSync(path, 'utf8') }
  } catch (cause) {
    if (faultCode(cause) === 'ENOTDIR')
      return { kind: 'other', what: 'below a file that stands where a folder is needed' }
    throw cause
  }
}

function readLink(path: string): EntryOnDisk {
  const target = statSync(path, { throwIfNoEntry: false })
  if (target === undefined) return { kind: 'other', what: 'a symbolic link that leads nowhere' }
  if (!target.isFile()) return { kind: 'other', what: `a symbolic link to ${nameKind(target)}` }
  return { kind: 'link', text: readFileSync(path, 'utf8') }
}

function nameKind(stats: Stats): string {
  return stats.isDirectory() ? 'a folder' : 'no ordinary file'
}

function attempt<Result>(shownAs: string, read: () => Result): Result {
  try {
    return read()
  } catch (cause) {
    throw describeFault({ code: faultCode(cause), doing: 'read', path: shownAs, cause })
  }
}
