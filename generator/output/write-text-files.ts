import { randomUUID } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { describeFault, faultCode } from './file-fault.js'

/** A file of the user's: its text, and its name in messages. */
export interface TextFile {
  readonly path: string
  readonly text: string
  readonly shown: string
}

interface Staged {
  readonly file: TextFile
  readonly temporary: string
  readonly target: string
}

/**
 * Writes files, each as a whole, and none where one of them cannot be written. Links stay links, modes stay as they are,
 * and a file that may not be written stays. Throws IdemgenError.
 */
export function writeTextFiles(files: readonly TextFile[]): void {
  const staged: Staged[] = []
  try {
    for (const file of files) guarded(file, () => stage(file, staged))
    for (const { file, temporary, target } of staged) guarded(file, () => renameSync(temporary, target))
  } finally {
    for (const { temporary } of staged) rmSync(temporary, { force: true })
  }
}

function stage(file: TextFile, staged: Staged[]): void {
  const exists = existsSync(file.path)
  const target = exists ? realpathSync(file.path) : file.path
  // A new file in its place would not ask.
  if (exists) accessSync(target, constants.W_OK)
  const temporary = `${target}.${randomUUID()}.tmp`
  staged.push({ file, temporary, target })
  writeFileSync(temporary, file.text)
  if (exists) chmodSync(temporary, statSync(target).mode)
}

function guarded({ shown }: TextFile, work: () => void): void {
  try {
    work()
  } catch (cause) {
    throw describeFault({ code: faultCode(cause), doing: 'write', path: shown, cause })
  }
}
