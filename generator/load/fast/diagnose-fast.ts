import { type Document, isObject, type Json } from '../../model/document.js'
import type { OfficialDiagnostic } from '../official.js'
import { circularReferences } from './circular-references.js'
import { exampleFaults } from './example-schemas.js'
import { loadValidators, type Validators } from './load-validators.js'
import { familyOf, type VersionFamily } from './official-versions.js'
import { onceEach } from './once.js'
import { type Followed, type ResolvedDocument, resolveDocument } from './resolved-document.js'
import { examplesIn } from './rules/examples.js'
import { messagePayloads } from './rules/message-payloads.js'
import { rulesFor } from './rules/rules.js'
import type { SchemaError, Validator } from './schema-error.js'
import { resolvedStructure, unresolvedStructure } from './structure.js'

/**
 * What the official parser would have against a document, found in a fraction of its time: by its schemas, compiled
 * when idemgen was built, and by ports of those of its rules that make a document invalid. Undefined when the parser
 * itself has to be asked:
 * - for versions without compiled schemas and for references to URLs;
 * - for circles of references but those of the schemas in the components, and for references that pass through others
 *   or lead back to their file: what the parser makes of them depends on the order in which it meets them;
 * - for schemas with examples that are no draft-07 or have an identity of their own;
 * - where references chain too deep to be followed.
 */
export async function diagnoseFast(document: Document): Promise<readonly OfficialDiagnostic[] | undefined> {
  const written = document.files.get('')?.value ?? null
  const version = isObject(written) ? written.asyncapi : undefined
  const family = familyOf(version)
  if (family === undefined || typeof version !== 'string') return undefined
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
  const resolved = resolveDocument(document)
  if (
    resolved.hasDetour ||
    !circularReferences(resolved).every((ref) => isPlain(ref, validators)) ||
    returnsToFile(resolved)
  )
    return undefined
  const { root, shared } = resolved
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

/** In a circle the parser leaves the references, and takes those that are no URI reference for faults. */
function isPlain(ref: string, { isUriReference }: Validators): boolean {
  return /^#\/components\/schemas\/[^/]+$/.test(ref) && isUriReference(ref)
}

const nothing = { examples: [], diagnostics: [] }

function errorsOf(validate: Validator | undefined, value: Json): readonly SchemaError[] {
  if (validate === undefined) throw new Error('there is no validator for this version')
  return validate(value) ? [] : (validate.errors ?? [])
}

/** Whether a file leads back to itself through another one, which the parser cannot follow. */
function returnsToFile({ followed }: ResolvedDocument): boolean {
  const steps = followed.filter(({ from, to }) => from !== to)
  return steps.some(({ from, to }) => reachedFrom(to, steps).has(from))
}

function reachedFrom(start: string, steps: readonly Followed[]): ReadonlySet<string> {
  const reached = new Set([start])
  // A set also gives what is added while it is gone through.
  for (const file of reached) {
    for (const { from, to } of steps) if (from === file) reached.add(to)
  }
  return reached
}

function ifNotTooDeep<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
