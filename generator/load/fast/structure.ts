import type { Json } from '../../model/document.js'
import type { OfficialDiagnostic } from '../official.js'
import type { SchemaError } from './schema-error.js'
import { schemaRemarks } from './schema-remarks.js'

/** What the errors of the official schema become for the document whose references were followed. */
export function resolvedStructure(errors: readonly SchemaError[], value: Json): readonly OfficialDiagnostic[] {
  const remarks = schemaRemarks(withoutConsequences(errors), { value })
  return remarks
    .filter(({ message }) => message !== refIsNotExpected)
    .map((remark) => ({ code: 'asyncapi-document-resolved', severity: 'error', ...remark }))
}

/** In the document as it is written, only the references that stand where none may stand count. */
export function unresolvedStructure(errors: readonly SchemaError[], value: Json): readonly OfficialDiagnostic[] {
  const remarks = schemaRemarks(errors, { value })
  return remarks
    .filter(({ message }) => message === refIsNotExpected)
    .map(({ path }) => ({
      code: 'asyncapi-document-unresolved',
      severity: 'error',
      message: 'Referencing in this place is not allowed',
      path,
    }))
}

const refIsNotExpected = 'Property "$ref" is not expected to be here'

/**
 * The official parser keeps the first of several errors in a row at one place, and drops that no alternative fits where
 * the errors of an alternative stand before it.
 */
function withoutConsequences(errors: readonly SchemaError[]): readonly SchemaError[] {
  const placed = errors.filter((error) => !isMissingRef(error)).map(atItsKey)
  const firsts = placed.filter(({ instancePath }, i) => placed[i - 1]?.instancePath !== instancePath)
  const kept: SchemaError[] = []
  for (const error of firsts) {
    const isConsequence = error.keyword === 'oneOf' && kept.at(-1)?.instancePath.startsWith(error.instancePath) === true
    if (!isConsequence) kept.push(error)
  }
  return kept
}

/** Of no use: there are no references any more. */
function isMissingRef({ keyword, params }: SchemaError): boolean {
  return keyword === 'required' && params.missingProperty === '$ref'
}

function atItsKey(error: SchemaError): SchemaError {
  if (error.keyword !== 'additionalProperties') return error
  return { ...error, instancePath: `${error.instancePath}/${error.params.additionalProperty}` }
}
