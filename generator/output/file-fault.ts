import { IdemgenError } from '../model/idemgen-error.js'

/** The code of a system error, `EACCES`; empty for anything else. */
export function faultCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}

/** What the system said, in the user's words, and what to do about it. */
export function describeFault(fault: {
  readonly code: string
  readonly doing: 'read' | 'write'
  readonly path: string
  readonly cause: unknown
}): IdemgenError {
  const known = faults[fault.code] ?? {
    code: `${fault.doing}-failed`,
    reason: reasonOf(fault.cause),
    hint: 'see the reason above',
  }
  return new IdemgenError({
    code: known.code,
    message: `cannot ${fault.doing} "${fault.path}": ${known.reason}`,
    hint: known.hint,
    cause: fault.cause,
  })
}

interface KnownFault {
  readonly code: string
  readonly reason: string
  readonly hint: string
}

const noPermission: KnownFault = {
  code: 'permission-denied',
  reason: 'permission denied',
  hint: 'give this user access to the folder, or choose another one',
}
const noFolder: KnownFault = {
  code: 'not-a-folder',
  reason: 'a file stands where a folder is needed',
  hint: 'move the file away, or choose another folder',
}
const noSpace: KnownFault = {
  code: 'no-space',
  reason: 'no space is left on the device',
  hint: 'free some space and run the command again; what was there before is untouched',
}

const faults: Readonly<Record<string, KnownFault>> = {
  EACCES: noPermission,
  EPERM: noPermission,
  EROFS: { ...noPermission, code: 'read-only', reason: 'the file system is read-only' },
  ENOTDIR: noFolder,
  EEXIST: noFolder,
  ENOENT: {
    code: 'no-such-place',
    reason: 'nothing can be made there',
    hint: 'choose another folder',
  },
  ENOSPC: noSpace,
  EDQUOT: { ...noSpace, reason: 'the disk quota is used up' },
  EISDIR: {
    code: 'not-a-file',
    reason: 'a folder stands where a file is needed',
    hint: 'move the folder away, or choose another place',
  },
  ENAMETOOLONG: {
    code: 'name-too-long',
    reason: 'the path is too long for this system',
    hint: 'choose a shorter path',
  },
  ELOOP: {
    code: 'link-loop',
    reason: 'its symbolic links lead in a circle',
    hint: 'mend the links, or choose another folder',
  },
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
