import { type Document, isObject, type Json } from '../../model/document.js'
import { referenceTarget } from '../../model/reference.js'
import type { OfficialDiagnostic } from '../official.js'
import { referencesIn } from '../references.js'
import { exampleFaults } from './example-schemas.js'
import { loadValidators, type Validators } from './load-validators.js'
import { familyOf, type VersionFamily } from './official-versions.js'
import { onceEach } from './once.js'
import { resolveDocument } from './resolved-document.js'
import { examplesIn } from './rules/examples.js'
import { messagePayloads } from './rules/message-payloads.js'
import { rulesFor } from './rules/rules.js'
import type { SchemaError, Validator } from './schema-error.js'
import { resolvedStructure, unresolvedStructure } from './structure.js'

/**
 * What the official parser would have against a document, found in a fraction of its time: by its schemas, compiled
 * when idemgen was built, and by ports of those of its rules that make a document invalid. Undefined when the parser
 * itself has to be asked: for versions without compiled schemas, for references to URLs, for schemas with examples
 * that are no draft-07 or have an identity of their own, and where references chain too deep to be followed.
 */
export async function diagnoseFast(document: Document): Promise<readonly OfficialDiagnostic[] | undefined> {
  const written = document.files.get('')?.value ?? null
  const version = isObject(written) ? written.asyncapi : undefined
  const family = familyOf(version)
  if (family === undefined || typeof version !== 'string' || hasRemote(document)) return undefined
  const validators = await loadValidators(family)
  const told = ifNotTooDeep(() => diagnoseWith(document, { written, version, family, validators }))
  if (told === undefined) return undefined
  const examples = await exampleFaults(told.examples)
  return examples === undefined ? undefined : [...told.diagnostics, ...examples]
}

interface Diagnosing {
  readonly written: Json
  readonly version: string
  readonly family: VersionFamily
  readonly validators: Validators
}

interface Told {
  readonly diagnostics: readonly OfficialDiagnostic[]
  readonly examples: Parameters<typeof exampleFaults>[0]
}

function diagnoseWith(document: Document, diagnosing: Diagnosing): Told | undefined {
  const { written, version, family, validators } = diagnosing
  const { root, shared, circular } = resolveDocument(document)
  // In a circle the parser leaves references, and takes those that are no URI reference for faults.
  if (![...circular].every(validators.isUriReference)) return undefined
  validators.setOnce(onceEach(shared))
  const structure = [
    ...resolvedStructure(errorsOf(validators.validator('resolved', version), root), root),
    ...unresolvedStructure(errorsOf(validators.validator('unresolved', version), written), written),
  ]
  const ruled = { written, resolved: root }
  const payloads = validators.validator('schema', version)
  // Only versions 2 have these rules of messages and examples.
  const rules = [
    ...rulesFor(family, validators.isUriReference),
    ...(payloads === undefined ? [] : [messagePayloads(payloads)]),
  ]
  const { examples, diagnostics } = payloads === undefined ? nothing : examplesIn(root)
  return { diagnostics: [...structure, ...rules.flatMap((rule) => rule(ruled)), ...diagnostics], examples }
}

const nothing = { examples: [], diagnostics: [] }

function errorsOf(validate: Validator | undefined, value: Json): readonly SchemaError[] {
  if (validate === undefined) throw new Error('there is no validator for this version')
  return validate(value) ? [] : (validate.errors ?? [])
}

/** References to URLs: what the parser reads there is none of the files of the document. */
function hasRemote({ files }: Document): boolean {
  const references = [...files].flatMap(([file, { value }]) => referencesIn(file, value))
  return references.some(({ ref, at }) => referenceTarget(files, { ref, file: at.file }).kind === 'remote')
}

function ifNotTooDeep<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
