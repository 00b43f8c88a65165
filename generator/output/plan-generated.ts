import type { OutputFile } from '../model/output-file.js'
import type { Folder } from './folder.js'
import { manifestName, readManifest } from './manifest.js'
import { type Plan, planFolder } from './plan.js'
import { type EntryOnDisk, readFolder } from './read-folder.js'

/** Compares the generated files with the output folder. Throws IdemgenError when the folder cannot be read. */
export function planGenerated(output: {
  readonly folder: Folder
  readonly files: readonly OutputFile[]
  readonly force: boolean
}): Plan {
  const { folder, files, force } = output
  const manifest = readManifest(textOf(readFolder(folder, [manifestName]).get(manifestName)))
  const paths = new Set([...files.map((file) => file.path), ...manifest.hashes.keys(), manifestName])
  return planFolder({ files, manifest, onDisk: readFolder(folder, paths), force })
}

function textOf(entry: EntryOnDisk | undefined): string | undefined {
  return entry === undefined || entry.kind === 'other' ? undefined : entry.text
}
