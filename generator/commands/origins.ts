import type { Folder } from '../output/folder.js'
import type { PlacedRequest } from './placed-request.js'

/** What decides on a file of the output, in words. */
export interface Origins {
  /** All documents: `specs/orders.yaml`, or `specs/orders.yaml and specs/users.yaml`. */
  readonly all: string
  /** That of the file at a path of a folder: a document, or undefined where the file is a part of idemgen. */
  readonly of: (folder: string, path: string) => string | undefined
}

export function originsOf(specs: readonly PlacedRequest[], out: Folder): Origins {
  const all = inWords(specs.map(({ request }) => request.path))
  return {
    all,
    of(folder, path) {
      if (folder !== out.shownAs) return all
      if (path.startsWith('runtime/')) return undefined
      const [first] = path.split('/')
      return specs.find((spec) => spec.folder === first)?.request.path ?? all
    },
  }
}

const mostNames = 3

function inWords(paths: readonly string[]): string {
  if (paths.length > mostNames) return `the ${paths.length} documents`
  const [last = '', ...others] = paths.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
}
