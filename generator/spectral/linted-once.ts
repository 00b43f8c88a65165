import { isAbsolute, join, relative } from 'node:path'
import { openBaseline, withoutBaseline } from '../commands/lint-baseline.js'
import { lintConfig } from '../commands/lint-config.js'
import { lintDocument } from '../commands/lint-document.js'
import { lintOptions } from '../commands/lint-options.js'
import { readRegularFile } from '../load/read-text.js'
import type { Document } from '../model/document.js'
import { copyReader } from '../output/copy-reader.js'
import { folderOf } from '../output/folder.js'
import { type LocatedFinding, locateFindings } from '../report/position.js'
import type { SpectralDocument } from './spectral-types.js'

/** What `idemgen lint` says of a document that Spectral has read. */
export interface Linted {
  /** Absent where it could not be read as AsyncAPI. */
  readonly document?: Document
  readonly findings: readonly LocatedFinding[]
}

interface Judging {
  /** With the rules of --strict. */
  readonly strict: boolean
}

const known = {
  plain: new WeakMap<SpectralDocument, Promise<Linted>>(),
  strict: new WeakMap<SpectralDocument, Promise<Linted>>(),
}

/** Lints a document once, however many rules ask. Started in the working directory, with its config and baseline. */
export function lintedOnce(document: SpectralDocument, judging: Judging): Promise<Linted> {
  const runs = judging.strict ? known.strict : known.plain
  const linted = runs.get(document) ?? lintText(document, { ...judging, cwd: process.cwd() })
  runs.set(document, linted)
  return linted
}

async function lintText(
  { source, data, input }: SpectralDocument,
  { strict, cwd }: Judging & { readonly cwd: string },
): Promise<Linted> {
  const bytes = Buffer.from(input ?? JSON.stringify(data))
  // References of a text from elsewhere, stdin or the web, start in the working directory. JSON is YAML as well.
  const absolute = source !== null && isAbsolute(source) ? source : join(cwd, 'document.yaml')
  const path = relative(cwd, absolute).replaceAll('\\', '/')
  const { document, findings } = await lintDocument(
    {
      path,
      cwd,
      readFile: async (wanted) => (wanted === absolute ? bytes : readRegularFile(wanted)),
      readUrl: copyReader(folderOf(lintOptions.out.default, cwd)),
    },
    { config: await lintConfig({ config: undefined }, cwd), strict, options: { perspective: 'application' } },
  )
  const file = openBaseline({ baseline: undefined, updateBaseline: false }, cwd)
  const told = withoutBaseline(locateFindings(findings, document), { files: [path], file })
  return { findings: told, ...(document !== undefined && { document }) }
}
