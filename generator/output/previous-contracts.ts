import type { Contract } from '../model/contract.js'
import type { Document } from '../model/document.js'
import { findValue } from '../model/reference.js'
import type { Folder } from './folder.js'
import { readPreviousContract } from './previous-contract.js'
import { specFolders } from './spec-folders.js'

interface PlacedDocument {
  readonly document: Document
  /** In the output folder; empty for the only document. */
  readonly folder: string
  /** Of the document's file, relative to the output folder, with `/`. */
  readonly path: string
}

/**
 * The contracts of the run before, in the order of the documents. A document that has become one of several, or the
 * only one, is looked for where it was: its names stay.
 *
 * Throws IdemgenError for one that cannot be read, unless `lenient`.
 */
export function readPreviousContracts(
  out: Folder,
  documents: readonly PlacedDocument[],
  { lenient }: { readonly lenient: boolean },
): readonly (Contract | undefined)[] {
  return documents.map((placed) => {
    return readPreviousContract(out, { lenient, folder: placed.folder }) ?? readFromOtherLayout(out, placed)
  })
}

function readFromOtherLayout(out: Folder, { document, folder, path }: PlacedDocument): Contract | undefined {
  const [own = ''] = specFolders([path])
  // One that was told apart from a file of the same name had its plain name before.
  const others = folder === '' ? [own] : [own, ''].filter((other) => other !== folder)
  return others
    .map((other) => readPreviousContract(out, { lenient: true, folder: other }))
    .find((contract) => contract !== undefined && isOf(document, contract))
}

/** Whether the contract was made of this document: it does not say so, but all that it holds has places. */
function isOf({ files }: Document, { messages, publishers, groups }: Contract): boolean {
  const places = [
    ...Object.values(messages).map(({ from }) => from),
    ...Object.values(publishers).flatMap(({ channels }) => Object.values(channels).map(({ from }) => from)),
    ...Object.values(groups).flatMap(({ from }) => from),
  ]
  return places.every((from) => {
    const [file = '', ...pointer] = from.split('#')
    return findValue(files, { file, pointer: pointer.join('#') }) !== undefined
  })
}
