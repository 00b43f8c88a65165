import { join, relative, sep } from 'node:path'
import type { SourceFile } from '../model/document.js'
import type { Finding } from '../model/finding.js'
import { referenceTarget } from '../model/reference.js'
import { type ReadFile, whyUnreadable } from './read-text.js'
import { readValue } from './read-value.js'
import { type Reference, referenceFault, referencesIn } from './references.js'

interface Reach {
  /** Of the root spec. */
  readonly folder: string
  readonly cwd: string
  readonly readFile: ReadFile
}

/**
 * Reads every file that the references of the root spec reach into `files`, each once, however the references circle.
 * Gives the references that lead nowhere and the files that are of no use.
 */
export async function reachFiles(files: Map<string, SourceFile>, reach: Reach): Promise<readonly Finding[]> {
  const references: Reference[] = []
  const unusable: Finding[] = []
  const tried = new Set([''])
  const waiting = ['']
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    for (const reference of referencesIn(file, files.get(file)?.value ?? null)) {
      references.push(reference)
      const target = referenceTarget(files, { ref: reference.ref, file })
      if (target.kind !== 'place' || tried.has(target.place.file)) continue
      tried.add(target.place.file)
      const read = await readReached({ reference, file: target.place.file, referrer: files.get(file) }, reach)
      if ('findings' in read) {
        unusable.push(...read.findings)
        continue
      }
      files.set(target.place.file, read)
      waiting.push(target.place.file)
    }
  }
  const faults = references.map((reference) => referenceFault(files, reference))
  return [...unusable, ...faults.filter((fault) => fault !== undefined)]
}

async function readReached(
  target: { readonly reference: Reference; readonly file: string; readonly referrer: SourceFile | undefined },
  reach: Reach,
): Promise<SourceFile | { readonly findings: readonly Finding[] }> {
  const absolute = join(reach.folder, target.file)
  const path = relative(reach.cwd, absolute).split(sep).join('/') || '.'
  const { ref, at } = target.reference
  try {
    const read = readValue({ path, bytes: await reach.readFile(absolute) })
    return 'findings' in read ? read : { path, absolutePath: absolute.split(sep).join('/'), ...read }
  } catch (error) {
    const { reason } = whyUnreadable(error)
    const hint = `a reference is relative to the file that it stands in, ${target.referrer?.path ?? at.file}`
    return { findings: [{ rule: 'ref-missing', severity: 'error', message: `"${ref}": ${path} ${reason}`, hint, at }] }
  }
}
