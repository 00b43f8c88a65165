import { relative, sep } from 'node:path'

/** An absolute path as messages show it: relative to the working directory, with `/`. */
export function shownPath(path: string, cwd: string): string {
  return relative(cwd, path).split(sep).join('/') || '.'
}
