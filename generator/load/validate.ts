import { sep } from 'node:path'
import type { Document, Json } from '../model/document.js'
import { type Finding, isError } from '../model/finding.js'
import { IdemgenError } from '../model/idemgen-error.js'
import { isUrl } from '../model/reference.js'
import { diagnosticFindings } from './diagnostic-findings.js'
import { diagnoseFast } from './fast/diagnose-fast.js'
import { withoutNeeds } from './needed-anyway.js'
import { loadOfficialParser, type OfficialDiagnostic, type OfficialInput, officialParserVersion } from './official.js'
import { packageVersion } from './package-folder.js'
import { recallValidation, rememberValidation, validationKey } from './validation-cache.js'

/**
 * Whether a document is valid AsyncAPI, as findings: no error among them means that it is. `official` asks the
 * official parser, the authority, which takes seconds; a content that was once valid is not parsed again where a
 * cache folder is given. `fast` comes to the same verdict in a fraction of the time, without remarks of taste, and
 * asks the parser itself about what it does not know. Nothing is read from the disk but the cache, and nothing from
 * the network.
 */
export async function validate(
  document: Document,
  options: {
    readonly form: 'official' | 'fast'
    /** Default: nothing is remembered. A folder that cannot be read or written does no harm. */
    readonly cacheFolder?: string
  },
): Promise<readonly Finding[]> {
  const { form, cacheFolder } = options
  const fast = form === 'fast' ? await validateFast(document) : undefined
  if (fast !== undefined) return fast
  if (cacheFolder === undefined) return validateOfficially(document)
  const key = validationKey(document, [packageVersion(), 'official', officialParserVersion, wordingRevision])
  const known = recallValidation(cacheFolder, key)
  if (known !== undefined) return known
  const findings = await validateOfficially(document)
  if (!findings.some(isError)) rememberValidation(cacheFolder, key, findings)
  return findings
}

/** Raise it when the findings about a valid document change between two releases. */
const wordingRevision = '1'

/** Undefined when only the official parser can tell. */
async function validateFast(document: Document): Promise<readonly Finding[] | undefined> {
  const { value, findings } = withoutNeeds(document.files.get('')?.value ?? null)
  const diagnostics = await diagnoseFast(withRoot(document, value))
  return diagnostics === undefined ? undefined : [...findings, ...diagnosticFindings(document, diagnostics)]
}

function withRoot(document: Document, value: Json): Document {
  const root = document.files.get('')
  return root === undefined ? document : { ...document, files: new Map([...document.files, ['', { ...root, value }]]) }
}

async function validateOfficially(document: Document): Promise<readonly Finding[]> {
  const { value, findings } = withoutNeeds(document.files.get('')?.value ?? null)
  const diagnostics = await diagnoseOfficially(officialInput(document, value)).catch((error: unknown) => {
    throw new IdemgenError({
      code: 'parser-failed',
      message: `the official parser failed: ${error instanceof Error ? error.message : String(error)}`,
      hint: 'install idemgen again; if that does not help, please report it with the document',
      cause: error,
    })
  })
  return [...findings, ...diagnosticFindings(document, diagnostics)]
}

async function diagnoseOfficially(input: OfficialInput): Promise<readonly OfficialDiagnostic[]> {
  const diagnose = await loadOfficialParser()
  return diagnose(input)
}

/** The values that were read, as JSON: what the parser validates is what idemgen builds from. */
function officialInput(document: Document, root: Json): OfficialInput {
  const text = JSON.stringify(root)
  const others = [...document.files].filter(([name]) => name !== '')
  if (others.length === 0) return { text, files: new Map() }
  const pathOf = (name: string) =>
    isUrl(name) ? name : (document.files.get(name)?.absolutePath ?? `${document.folder.split(sep).join('/')}/${name}`)
  const files = new Map(others.map(([name, { value }]) => [pathOf(name), JSON.stringify(value)]))
  // Other files may refer back to the root spec.
  files.set(pathOf(''), text)
  return { text, source: pathOf(''), files }
}
