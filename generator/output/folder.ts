import { relative, resolve, sep } from 'node:path'

/** A folder of the user's, and how messages name it. */
export interface Folder {
  /** Absolute. */
  readonly path: string
  /** As it was given, with `/` and without one at the end. */
  readonly shownAs: string
}

export function folderOf(given: string, cwd: string): Folder {
  const shownAs = given
    .split(sep)
    .join('/')
    .replace(/(?<=.)\/+$/, '')
  return { path: resolve(cwd, given), shownAs }
}

/** A path as seen from a folder, with `/`; the same wherever the command is started. */
export function pathFrom(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/')
}
