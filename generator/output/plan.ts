import type { OutputFile } from '../model/output-file.js'
import { hasConflict } from './conflict-markers.js'
import { hashText, type Manifest, manifestName, manifestText, sameText } from './manifest.js'
import type { EntryOnDisk } from './read-folder.js'

/** What is to be done with one path of a folder; `path` is relative to that folder, with `/`. */
export type Change =
  | { readonly kind: 'create'; readonly path: string; readonly text: string }
  | { readonly kind: 'update'; readonly path: string; readonly text: string; readonly before: string }
  | { readonly kind: 'delete'; readonly path: string; readonly before: string }
  | { readonly kind: 'unchanged'; readonly path: string }

/** Why a path must not be written. */
export type Conflict =
  /** Ours, but changed since we wrote it. `wanted` is missing for a file that is no longer generated. */
  | { readonly kind: 'edited'; readonly path: string; readonly wanted?: string; readonly onDisk: string }
  /** At one of our paths, with other content, and not in the manifest. */
  | { readonly kind: 'unlisted'; readonly path: string }
  /** Not a file at all. `what` names it: `a folder`. */
  | { readonly kind: 'obstructed'; readonly path: string; readonly what: string }

/** Nothing may be written while there is a conflict. */
export interface Plan {
  /** In the order to carry them out, the manifest last. */
  readonly changes: readonly Change[]
  readonly conflicts: readonly Conflict[]
}

interface PlanInput {
  readonly files: readonly OutputFile[]
  readonly manifest: Manifest
  /** What stands at every path of `files` and `manifest`, and at the manifest's own; nothing where a path is free. */
  readonly onDisk: ReadonlyMap<string, EntryOnDisk>
  /** Overwrite listed files that were edited. Unlisted ones are never overwritten. */
  readonly force: boolean
}

/**
 * Compares what is to be written with what is there. Files that are neither wanted nor listed are not looked at;
 * listed ones that are no longer wanted go.
 */
export function planFolder(input: PlanInput): Plan {
  const wanted = new Map(input.files.map((file) => [file.path, file.text]))
  const paths = [...new Set([...wanted.keys(), ...input.manifest.hashes.keys()])].sort()
  const steps = paths.map((path) => {
    const text = wanted.get(path)
    return text === undefined ? planStale(path, input) : planFile({ path, text }, input)
  })
  steps.push(planManifest(input))
  const found = steps.filter((step) => step !== undefined)
  return { changes: found.filter(isChange), conflicts: found.filter((step) => !isChange(step)) }
}

/** Whether carrying out the change would alter the disk. */
export function altersDisk(change: Change): change is Exclude<Change, { kind: 'unchanged' }> {
  return change.kind !== 'unchanged'
}

function isChange(step: Change | Conflict): step is Change {
  return step.kind !== 'edited' && step.kind !== 'unlisted' && step.kind !== 'obstructed'
}

function planFile({ path, text }: OutputFile, { onDisk, manifest, force }: PlanInput): Change | Conflict {
  const entry = onDisk.get(path)
  if (entry === undefined) return { kind: 'create', path, text }
  if (entry.kind === 'other') return { kind: 'obstructed', path, what: entry.what }
  if (sameText(entry.text, text)) return { kind: 'unchanged', path }
  const recorded = manifest.hashes.get(path)
  if (recorded === undefined) return { kind: 'unlisted', path }
  // Renaming over a link would cut it, and what it leads to is not in our folder.
  if (entry.kind === 'link') return { kind: 'obstructed', path, what: 'a symbolic link' }
  if (force || isOurs(entry.text, recorded)) return { kind: 'update', path, text, before: entry.text }
  return { kind: 'edited', path, wanted: text, onDisk: entry.text }
}

function planStale(path: string, { onDisk, manifest, force }: PlanInput): Change | Conflict | undefined {
  const entry = onDisk.get(path)
  // Gone already, or replaced by something that was never ours.
  if (entry === undefined || entry.kind !== 'file') return undefined
  const recorded = manifest.hashes.get(path)
  if (force || isOurs(entry.text, recorded)) return { kind: 'delete', path, before: entry.text }
  return { kind: 'edited', path, onDisk: entry.text }
}

/** What a merge left with conflicts was generated on both sides, and generating from the merged spec resolves it. */
function isOurs(text: string, recorded: ReadonlySet<string> | undefined): boolean {
  return recorded?.has(hashText(text)) === true || hasConflict(text)
}

/** The manifest is always ours: whatever is in it, it is written anew. Where there are no files there is none. */
function planManifest({ files, onDisk }: PlanInput): Change | Conflict | undefined {
  const [path, text] = [manifestName, manifestText(files)]
  const entry = onDisk.get(path)
  if (entry === undefined) return files.length === 0 ? undefined : { kind: 'create', path, text }
  if (entry.kind === 'other') return { kind: 'obstructed', path, what: entry.what }
  if (files.length === 0) return { kind: 'delete', path, before: entry.text }
  return sameText(entry.text, text) ? { kind: 'unchanged', path } : { kind: 'update', path, text, before: entry.text }
}
