import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The version of `@asyncapi/parser` that the build bundles; part of what a cached validation depends on. */
export const officialParserVersion = '3.6.6'

/** A document for the official parser, which reads nothing from the disk and nothing from the network. */
export interface OfficialInput {
  readonly text: string
  /**
   * Absolute path of the root spec, with `/`; nothing has to be there. Only for a document of several files: the
   * parser then translates its paths into places itself, less exactly than we do.
   */
  readonly source?: string
  /** The texts of the other files by absolute path, or by URL. What is not among them counts as an empty object. */
  readonly files: ReadonlyMap<string, string>
}

/** One remark of the official parser. */
export interface OfficialDiagnostic {
  readonly code: string
  readonly message: string
  readonly severity: 'error' | 'warning' | 'info'
  /** From the root of its file; where the document has one only, through references as if they were not there. */
  readonly path: readonly string[]
  /** Absolute path of the file, if it is not the root spec. */
  readonly source?: string
}

export type Diagnose = (input: OfficialInput) => Promise<readonly OfficialDiagnostic[]>

/**
 * Loads the official parser, which takes half a second: as the bundle `official.js` of a built package, else, where
 * the sources run as they are, as the module that imports the package.
 */
export async function loadOfficialParser(): Promise<Diagnose> {
  const bundle = new URL('../official.js', import.meta.url)
  // By a variable, so that the compiler does not take the module for a part of the published code.
  const source = './official-parser.js'
  const loaded: unknown = existsSync(fileURLToPath(bundle)) ? await import(bundle.href) : await import(source)
  // Both are official-parser.ts, which checks its own export against this type.
  return (loaded as { readonly diagnose: Diagnose }).diagnose
}
