import { createHash } from 'node:crypto'
import type { Document } from '../model/document.js'
import { fileNameOf } from '../model/file-name.js'
import type { OutputFile } from '../model/output-file.js'
import { isUrl } from '../model/reference.js'

/** The folder of the output that holds copies of what documents refer to by URL. */
export const remoteFolder = 'remote'

/**
 * Copies of the documents of the web that others refer to, as they were fetched: with them the output can be made, and
 * checked, without the network, and what has changed out there is a change that somebody reviews.
 */
export function remoteCopies(documents: readonly Document[]): readonly OutputFile[] {
  const copies = documents.flatMap(({ files }) =>
    [...files]
      .filter(([file]) => isUrl(file))
      .map(([url, { text }]) => [copyPath(url), text.replaceAll('\r\n', '\n')] as const),
  )
  return [...new Map(copies)].map(([path, text]) => ({ path, text }))
}

/** Where the copy lies in the output folder: named after the URL for people, and apart from all others by its hash. */
export function copyPath(url: string): string {
  const { hostname, pathname } = new URL(url)
  const end = /\.(?:ya?ml|json)$/i.exec(pathname)?.[0].toLowerCase() ?? ''
  const name = fileNameOf(hostname + pathname.slice(0, pathname.length - end.length))
  return `${remoteFolder}/${name}-${createHash('sha256').update(url).digest('hex').slice(0, 12)}${end}`
}
