import { join, relative, sep } from 'node:path'
import type { SourceFile } from '../model/document.js'
import type { Finding } from '../model/finding.js'
import { isUrl, referenceTarget } from '../model/reference.js'
import { type ReadFile, whyUnreadable } from './read-text.js'
import type { ReadUrl } from './read-url.js'
import { readValue } from './read-value.js'
import { type Reference, referenceFault, referencesIn } from './references.js'

interface Reach {
  /** Of the root spec. */
  readonly folder: string
  readonly cwd: string
  readonly readFile: ReadFile
  /** Absent where nothing of the web is to be read. */
  readonly readUrl?: ReadUrl
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
  const followed = new Set<string>()
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    for (const reference of referencesIn(file, files.get(file)?.value ?? null)) {
      references.push(reference)
      // Large documents repeat a few references by the thousand.
      if (followed.has(meaningOf(reference))) continue
      followed.add(meaningOf(reference))
      const reached = reachedFile(files, reference, reach)
      if (reached === undefined || tried.has(reached)) continue
      tried.add(reached)
      const read = await readReached({ reference, file: reached, referrer: files.get(file) }, reach)
      if ('findings' in read) {
        unusable.push(...read.findings)
        continue
      }
      files.set(reached, read)
      waiting.push(reached)
    }
  }
  return [...unusable, ...faultsOf(files, references, tried)]
}

function faultsOf(
  files: Map<string, SourceFile>,
  references: readonly Reference[],
  tried: ReadonlySet<string>,
): readonly Finding[] {
  const good = new Set<string>()
  return references.flatMap((reference) => {
    if (good.has(meaningOf(reference))) return []
    const url = remoteFile(files, reference)
    // A document of the web that was tried and is not there was reported then.
    const fault = url === undefined || !tried.has(url) ? referenceFault(files, reference) : undefined
    if (fault !== undefined) return [fault]
    good.add(meaningOf(reference))
    return []
  })
}

/** The same for references that lead to the same. */
function meaningOf({ ref, at }: Reference): string {
  return `${at.file}\n${ref}`
}

/** The file that a reference leads to, if it may be read. */
function reachedFile(files: Map<string, SourceFile>, reference: Reference, { readUrl }: Reach): string | undefined {
  const target = referenceTarget(files, { ref: reference.ref, file: reference.at.file })
  if (target.kind === 'place') return target.place.file
  return readUrl === undefined ? undefined : remoteFile(files, reference)
}

/** The URL that a reference leads to, while it is not among the files. */
function remoteFile(files: Map<string, SourceFile>, { ref, at }: Reference): string | undefined {
  const target = referenceTarget(files, { ref, file: at.file })
  return target.kind === 'remote' && 'place' in target ? target.place.file : undefined
}

interface Target {
  readonly reference: Reference
  readonly file: string
  readonly referrer: SourceFile | undefined
}

type Read = SourceFile | { readonly findings: readonly Finding[] }

async function readReached(target: Target, reach: Reach): Promise<Read> {
  if (isUrl(target.file)) return readRemote(target, reach)
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

async function readRemote({ reference, file }: Target, { readUrl }: Reach): Promise<Read> {
  const content = await readUrl?.(file)
  if (content === undefined || 'fault' in content) {
    const { message = 'is not read', hint = '' } = content?.fault ?? {}
    return {
      findings: [{ rule: 'ref-remote', severity: 'error', message: `${file} ${message}`, hint, at: reference.at }],
    }
  }
  const read = readValue({ path: file, bytes: content.bytes })
  return 'findings' in read ? read : { path: file, ...read }
}
