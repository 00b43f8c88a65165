import type { SourceFile } from '../../model/document.js'
import type { Place } from '../../model/pointer.js'

/** The text of a `$ref` that leads from a file of the document to a place. */
export function referenceTo(files: ReadonlyMap<string, SourceFile>, from: string, to: Place): string {
  const fragment = `#${to.pointer.replaceAll('%', '%25')}`
  if (to.file === from) return fragment
  const [folder, target] = [segments(files, from).slice(0, -1), segments(files, to.file)]
  const differs = folder.findIndex((name, i) => name !== target[i])
  const shared = differs === -1 ? folder.length : differs
  const path = [...folder.slice(shared).map(() => '..'), ...target.slice(shared)].join('/')
  return `./${path.replaceAll('%', '%25').replaceAll('#', '%23')}${fragment}`
}

/** The path of a file from the root of the disk, as far as it is known. */
function segments(files: ReadonlyMap<string, SourceFile>, file: string): readonly string[] {
  const root = files.get('')
  const rootPath = (root?.absolutePath ?? root?.path ?? '').split(/[/\\]/)
  if (file === '') return root?.absolutePath === undefined ? rootPath.slice(-1) : rootPath
  const path = root?.absolutePath === undefined ? [] : rootPath.slice(0, -1)
  for (const name of file.split('/')) {
    if (name === '..' && path.length > 0 && path.at(-1) !== '..') path.pop()
    else path.push(name)
  }
  return path
}
