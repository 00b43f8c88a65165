import type { Json } from '../../model/document.js'
import type { Context, SchemaError, Validator } from './schema-error.js'

/** What a compiled function calls around its work: `body` does it, `validate` carries the errors. */
export type Once = (validate: Validator, body: Validator, data: unknown, context?: Context) => boolean

/**
 * Makes each function look once at each of the values that many references lead to, for one run over a document. A
 * walk through everything that the references spell out would take exponential time, and no end in a circle. A value
 * that contains itself counts as valid inside itself: that is decided where it was entered.
 */
export function onceEach(shared: ReadonlySet<Json>): Once {
  const known = new Map<Validator, Map<unknown, Outcome>>()
  return (validate, body, data, context = {}) => {
    if (!shared.has(data as Json)) return body(data, context)
    const outcomes = known.get(body) ?? new Map<unknown, Outcome>()
    known.set(body, outcomes)
    const { instancePath = '' } = context
    const outcome = outcomes.get(data)
    if (outcome !== undefined) {
      validate.errors = outcome.errors.map((error) => movedError(error, outcome.instancePath, instancePath))
      return outcome.errors.length === 0
    }
    outcomes.set(data, { instancePath, errors: [] })
    const isValid = body(data, context)
    if (!isValid) outcomes.set(data, { instancePath, errors: (validate.errors ?? []).slice(0, mostRepeated) })
    return isValid
  }
}

interface Outcome {
  /** Where the value was looked at. */
  readonly instancePath: string
  readonly errors: readonly SchemaError[]
}

/** Errors inside of errors would double with each level of references; the finding is the same wherever it is seen. */
const mostRepeated = 20

function movedError(error: SchemaError, from: string, to: string): SchemaError {
  return { ...error, instancePath: to + error.instancePath.slice(from.length) }
}
