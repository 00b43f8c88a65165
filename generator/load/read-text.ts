import { readFile as readFromDisk, stat } from 'node:fs/promises'
import { IdemgenError } from '../model/idemgen-error.js'

/** Gives the bytes of a file by its absolute path; rejects with an error that has a `code`, as node:fs does. */
export type ReadFile = (path: string) => Promise<Uint8Array>

/** Reads from the disk, but no device: `/dev/zero` never ends. */
export const readRegularFile: ReadFile = async (path) => {
  const stats = await stat(path)
  if (stats.isCharacterDevice() || stats.isBlockDevice()) {
    throw Object.assign(new Error(`${path} is a device`), { code: 'ENOTSUP' })
  }
  return readFromDisk(path)
}

/** Why a file that a document needs could not be read, in words; throws on what is no fault of the file. */
export function whyUnreadable(error: unknown): { readonly missing: boolean; readonly reason: string } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  if (code === undefined) throw error
  const missing = code === 'ENOENT' || code === 'ENOTDIR'
  return { missing, reason: reasons[code] ?? `cannot be read (${code})` }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'may not be read',
  EPERM: 'may not be read',
  ENOTSUP: 'is no regular file',
  ENAMETOOLONG: 'has too long a name',
  ELOOP: 'is a circle of links',
}

/** The root spec could not be read, so the command cannot run. */
export function unreadableSpec(fault: {
  readonly path: string
  readonly cwd: string
  readonly error: unknown
}): IdemgenError {
  const { missing, reason } = whyUnreadable(fault.error)
  return new IdemgenError({
    code: missing ? 'file-missing' : 'file-unreadable',
    message: `${fault.path} ${reason}`,
    hint: missing ? missingHint(fault) : unreadableHint(fault),
    cause: fault.error,
  })
}

function missingHint({ path, cwd }: { readonly path: string; readonly cwd: string }): string {
  if (/^https?:/i.test(path)) return 'download the document first: only its references may be URLs'
  if (/[*?[{]/.test(path))
    return `the shell replaces a pattern where a file fits it and no quotes are around it; it looks in ${cwd}`
  return `paths are relative to the working directory, ${cwd}`
}

function unreadableHint({ path, error }: { readonly path: string; readonly error: unknown }): string {
  const isFolder = error instanceof Error && 'code' in error && error.code === 'EISDIR'
  return isFolder
    ? `name the documents in it: ${path.replace(/[/\\]$/, '')}/*.yaml`
    : 'name a readable YAML or JSON file'
}

/** The text of UTF-8 bytes without its byte order mark, or the offset in that text of the first byte that is none. */
export function decodeText(
  bytes: Uint8Array,
): { readonly text: string } | { readonly offset: number; readonly text: string } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes)
    return { text, offset: Math.max(0, text.indexOf('\uFFFD')) }
  }
}
