import { readFileSync } from 'node:fs'
import { IdemgenError } from '../model/idemgen-error.js'
import { whyUnreadable } from './read-text.js'

/** The text of a file that need not exist. Throws IdemgenError where it does and cannot be read. */
export function readTextFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { missing, reason } = whyUnreadable(error)
    if (missing) return undefined
    throw new IdemgenError({
      code: 'file-unreadable',
      message: `${path} ${reason}`,
      hint: 'give a file that can be read',
      cause: error,
    })
  }
}
