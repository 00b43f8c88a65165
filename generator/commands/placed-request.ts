import { resolve } from 'node:path'
import { type Folder, pathFrom } from '../output/folder.js'
import { specFolders } from '../output/spec-folders.js'
import type { SpecRequest } from './generate-options.js'

/** A document to generate from, with its place in the output. */
export interface PlacedRequest {
  readonly request: SpecRequest
  /** Its folder in the output folder; empty where it is the only one. */
  readonly folder: string
  /** Its file, relative to the output folder, with `/`. */
  readonly path: string
}

/** One document has the output folder to itself, several have a folder each. */
export function placeRequests(
  requests: readonly SpecRequest[],
  { out, cwd }: { readonly out: Folder; readonly cwd: string },
): readonly PlacedRequest[] {
  const paths = requests.map(({ path }) => pathFrom(out.path, resolve(cwd, path)))
  const folders = paths.length === 1 ? [''] : specFolders(paths)
  return requests.map((request, i) => ({ request, folder: folders[i] ?? '', path: paths[i] ?? '' }))
}
