import { readContract } from '../build/canonical.js'
import type { Contract } from '../model/contract.js'
import { IdemgenError } from '../model/idemgen-error.js'
import { hasConflict, ourSide } from './conflict-markers.js'
import type { Folder } from './folder.js'
import { readFolder } from './read-folder.js'

/** The contract of the last run, beside what was generated from the document. */
const contractName = 'contract.json'

/**
 * Reads the contract of the run before, which holds the names that must stay; undefined where there is none. After a
 * merge with conflicts our side counts: the branch that was merged in gets its names anew where they clash.
 *
 * Throws IdemgenError for one that cannot be read, unless `lenient`: then it counts as missing. One that a newer
 * idemgen wrote is always refused.
 */
export function readPreviousContract(
  out: Folder,
  reading: {
    readonly lenient: boolean
    /** The document's own folder in the output; default: it has none. */
    readonly folder?: string
  },
): Contract | undefined {
  const { lenient, folder = '' } = reading
  const path = folder === '' ? contractName : `${folder}/${contractName}`
  const entry = readFolder(out, [path]).get(path)
  if (entry === undefined || entry.kind === 'other') return undefined
  try {
    return readContract(hasConflict(entry.text) ? ourSide(entry.text) : entry.text)
  } catch (cause) {
    if (lenient && cause instanceof IdemgenError && cause.code === 'contract-unreadable') return undefined
    throw cause
  }
}
