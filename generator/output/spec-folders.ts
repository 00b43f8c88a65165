import { fileNameOf } from '../model/file-name.js'
import { remoteFolder } from './remote-copies.js'

/**
 * The folders of several specs in the output, in the order given: named after their files, so that one keeps its folder
 * whichever others are generated with it. `paths`: relative to the output folder, with `/`; each once.
 *
 * A file that is named `asyncapi` is named after its folder. Files of one name are told apart by the folders that they
 * lie in, those further up last; where nothing tells them apart, by numbers.
 */
export function specFolders(paths: readonly string[]): readonly string[] {
  const words = paths.map(wordsOf)
  const names = words.map((own) => {
    const others = words.filter((other) => other !== own)
    for (let count = 1; count <= own.length; count++) {
      const name = folderName(own.slice(-count))
      if (others.every((other) => folderName(other.slice(-count)) !== name)) return name
    }
    return folderName(own)
  })
  return names.map((name, i) => {
    const before = names.slice(0, i).filter((other) => other === name).length
    return before === 0 ? name : `${name}-${before + 1}`
  })
}

/** What names a spec: the folders above it that lie below whatever it shares with the output, and its own name. */
function wordsOf(path: string): readonly string[] {
  const folders = path.split('/').filter((part) => part !== '..' && part !== '.' && part !== '')
  const file = folders.pop() ?? ''
  const name = file.replace(/\.(?:ya?ml|json)$/i, '').replace(/(?:^|[._-])asyncapi$/i, '')
  // From another disk of Windows the path starts with a drive.
  const words = [...folders.map((folder) => folder.replace(/:$/, '')), ...(name === '' ? [] : [name])]
  return words.length === 0 ? ['asyncapi'] : words
}

/** Beside the folders of the specs lie two of ours. */
function folderName(words: readonly string[]): string {
  const name = fileNameOf(words.join('-'))
  return name === 'runtime' || name === remoteFolder ? `${name}-spec` : name
}
