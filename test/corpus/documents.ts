import { existsSync, readdirSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readRegularFile } from '../../generator/load/read-text.js'
import { readValue } from '../../generator/load/read-value.js'
import type { Tree } from './json-tree.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface FoundDocument {
  readonly name: string
  readonly path: string
}

/**
 * Public documents as they were found, and small ones that are hard on generators; they lie beside the repository and
 * are no part of it. IDEMGEN_DOCUMENTS names more folders.
 */
export function foundDocuments(): readonly FoundDocument[] {
  const more = process.env.IDEMGEN_DOCUMENTS?.split(delimiter).filter((folder) => folder !== '') ?? []
  const shared = ['corpus', 'torture'].map((name) => join(root, '..', 'shared', name))
  const found = [...shared, ...more].flatMap(documentsIn)
  if (found.length === 0) console.warn('SKIPPED: there are no documents in ../shared, and IDEMGEN_DOCUMENTS names none')
  return found
}

function documentsIn(folder: string): readonly FoundDocument[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /\.(?:json|ya?ml)$/.test(name))
    .sort()
    .map((name) => ({ name: basename(name), path: join(folder, name) }))
}

/** What stands in a document, before anything is made of it; undefined where it is no YAML or JSON. */
export async function readTree(path: string): Promise<Tree | undefined> {
  const read = readValue({ path, bytes: await readRegularFile(path) })
  // True: JSON values of which nobody else has a reference.
  return 'findings' in read ? undefined : (structuredClone(read.value) as Tree)
}
