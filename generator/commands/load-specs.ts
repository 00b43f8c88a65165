import { cacheFolder } from '../load/cache-folder.js'
import { loadDocument } from '../load/load-document.js'
import type { ReadUrl } from '../load/read-url.js'
import { validate } from '../load/validate.js'
import type { Document } from '../model/document.js'
import type { Finding } from '../model/finding.js'
import type { Surroundings } from './command.js'
import type { PlacedRequest } from './placed-request.js'

export interface LoadedSpec extends PlacedRequest {
  /** Absent when the file could not be read as AsyncAPI. */
  readonly document?: Document
  /** What was found on the way. */
  readonly loading: readonly Finding[]
}

interface Loading extends Surroundings {
  readonly readUrl: ReadUrl
}

/** Reads the documents, one after the other. Throws IdemgenError where a file is missing. */
export async function loadSpecs(
  requests: readonly PlacedRequest[],
  { cwd, readUrl }: Loading,
): Promise<readonly LoadedSpec[]> {
  const loaded: LoadedSpec[] = []
  for (const placed of requests) {
    const { document, findings } = await loadDocument({ path: placed.request.path, cwd, readUrl })
    loaded.push({ ...placed, loading: findings, ...(document !== undefined && { document }) })
  }
  return loaded
}

interface Validating extends Surroundings {
  readonly form: 'official' | 'fast'
}

/** Has the documents validated, and says on a terminal what takes a second each. */
export async function validateSpecs(
  specs: readonly LoadedSpec[],
  { cwd, progress, form }: Validating,
): Promise<readonly (readonly Finding[])[]> {
  const findings: (readonly Finding[])[] = []
  try {
    for (const [i, { document, request }] of specs.entries()) {
      const count = specs.length === 1 ? '' : `, ${i + 1} of ${specs.length}`
      if (form === 'official') progress(`checking ${request.path} with the official parser${count}`)
      findings.push(document === undefined ? [] : await validate(document, { form, cacheFolder: cacheFolder(cwd) }))
    }
  } finally {
    progress()
  }
  return findings
}
