import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { describeFault, faultCode } from './file-fault.js'
import type { Folder } from './folder.js'
import { altersDisk, type Change } from './plan.js'

/** The changes of one folder, which is made when it is missing. */
export interface FolderChanges extends Folder {
  readonly changes: readonly Change[]
}

/** The part of `node:fs` that changes are written with. */
export type Disk = Pick<typeof fs, 'mkdirSync' | 'writeFileSync' | 'renameSync' | 'unlinkSync' | 'rmdirSync'>

/**
 * Writes the changes, all or none: every new text goes to a temporary file beside its target first, so running out
 * of space or rights is noticed before anything is replaced; then the files are renamed in the order given. What a
 * failing rename leaves half-way is taken back. A process that dies between renames leaves whole files, old or new,
 * which the next run recognises. Unchanged files are not touched.
 *
 * Throws IdemgenError when the disk refuses.
 */
export function applyChanges(folders: readonly FolderChanges[], disk: Disk = fs): void {
  const steps = folders.flatMap((folder) => folder.changes.filter(altersDisk).map((change) => locate(folder, change)))
  const undo: (() => void)[] = []
  let current: Step | undefined
  try {
    for (const step of steps) {
      current = step
      if (step.change.kind !== 'delete') writeTemporary({ ...step, text: step.change.text }, { disk, undo })
    }
    for (const step of steps) {
      current = step
      carryOut(step, { disk, undo })
    }
  } catch (cause) {
    for (const takeBack of undo.reverse()) quietly(takeBack)
    throw describeFault({ code: faultCode(cause), doing: 'write', path: current?.shownAs ?? '', cause })
  }
  for (const step of steps) if (step.change.kind === 'delete') removeEmptyFolders(step, disk)
}

interface Step {
  readonly change: Exclude<Change, { kind: 'unchanged' }>
  readonly target: string
  readonly temporary: string
  readonly root: string
  readonly shownAs: string
}

interface Work {
  readonly disk: Disk
  /** What takes back what was done so far, in the order done. */
  readonly undo: (() => void)[]
}

function locate(folder: FolderChanges, change: Step['change']): Step {
  const target = join(folder.path, change.path)
  const temporary = `${target}.${randomUUID()}.tmp`
  return { change, target, temporary, root: folder.path, shownAs: `${folder.shownAs}/${change.path}` }
}

function writeTemporary({ target, temporary, text }: Step & { readonly text: string }, { disk, undo }: Work): void {
  makeFolder(dirname(target), { disk, undo })
  undo.push(() => disk.unlinkSync(temporary))
  disk.writeFileSync(temporary, text, { flag: 'wx' })
}

function carryOut({ change, target, temporary }: Step, { disk, undo }: Work): void {
  if (change.kind === 'delete') {
    disk.unlinkSync(target)
    undo.push(() => disk.writeFileSync(target, change.before))
    return
  }
  disk.renameSync(temporary, target)
  undo.push(() => (change.kind === 'create' ? disk.unlinkSync(target) : disk.writeFileSync(target, change.before)))
}

/** One at a time: `recursive` never ends where a file system refuses new folders by "no such file", as /proc does. */
function makeFolder(folder: string, work: Work): void {
  if (fs.existsSync(folder) || folder === dirname(folder)) return
  makeFolder(dirname(folder), work)
  work.disk.mkdirSync(folder)
  work.undo.push(() => work.disk.rmdirSync(folder))
}

function removeEmptyFolders({ target, root }: Step, disk: Disk): void {
  quietly(() => {
    // Stops by throwing at the first folder that is not empty.
    for (let folder = dirname(target); folder !== root; folder = dirname(folder)) disk.rmdirSync(folder)
  })
}

/** For steps whose failure changes nothing: the error that is already on its way matters more. */
function quietly(work: () => void): void {
  try {
    work()
  } catch {
    // Left as it is.
  }
}
