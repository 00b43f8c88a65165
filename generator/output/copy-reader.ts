import type { Folder } from './folder.js'
import { hashText, manifestName, readManifest } from './manifest.js'
import { readFolder } from './read-folder.js'
import { copyPath, remoteFolder } from './remote-copies.js'

/** What a reader of URLs gives; the one that fetches gives the same. */
type Content = { readonly bytes: Uint8Array } | { readonly fault: { readonly message: string; readonly hint: string } }

/**
 * Reads documents of the web from the copies that an earlier run kept in the output folder. A copy that is no longer
 * what was fetched counts as none: what is generated would be from nowhere.
 */
export function copyReader(out: Folder): (url: string) => Promise<Content> {
  return async (url) => {
    const path = copyPath(url)
    const entries = readFolder(out, [path, manifestName])
    const [copy, manifest] = [entries.get(path), entries.get(manifestName)]
    if (copy === undefined || copy.kind === 'other') return { fault: missing(out) }
    const listed = readManifest(manifest === undefined || manifest.kind === 'other' ? undefined : manifest.text)
    if (listed.hashes.get(path)?.has(hashText(copy.text)) !== true) return { fault: edited(out, path) }
    return { bytes: Buffer.from(copy.text) }
  }
}

function missing({ shownAs }: Folder) {
  return {
    message: 'is a URL, and URLs are fetched only with --allow-remote',
    hint: `give --allow-remote once: a copy is kept in ${shownAs}/${remoteFolder} for runs without it, or refer to a file of your own`,
  }
}

function edited({ shownAs }: Folder, path: string) {
  return {
    message: `has a copy that was edited, ${shownAs}/${path}`,
    hint: 'restore it, or give --allow-remote and --force to fetch it again; to change it refer to a file of your own',
  }
}
