import type { Found } from '../../model/reference.js'
import type { Context } from '../context.js'
import type { Located } from '../located.js'
import { propertyNames, propertyOf } from '../schema/alternatives.js'
import { innerSchemas } from '../schema/inner-schemas.js'
import { fieldText, parseField } from './field-expression.js'
import type { FieldSources } from './field-sources.js'
import { meantField } from './meant-field.js'
import { type FieldText, fieldTexts, reportUnknownField } from './unknown-field.js'

/** The paths of payload fields that a list names, through lists too; those that do not exist are reported and left out. */
export function payloadPaths(
  context: Context,
  list: Located | undefined,
  sources: FieldSources,
): readonly (readonly string[])[] {
  return fieldTexts(list).flatMap((field) => {
    const expression = parseField(field.text)
    if (expression.in === 'payload') return exists(context, field, expression.path, sources) ? [expression.path] : []
    const message = `"${field.text}" is no field of the payload`
    const hint = 'only fields of the payload can stand here'
    context.report({ rule: 'annotation-value-invalid', message, hint, at: field.place })
    return []
  })
}

function exists(context: Context, field: FieldText, path: readonly string[], sources: FieldSources): boolean {
  let values: readonly Found[] = sources.payload === undefined ? [] : [sources.payload]
  for (const [step, name] of path.entries()) {
    const schemas = innerSchemas(context, values)
    values = schemas.flatMap((schema) => propertyOf(schema, name) ?? [])
    if (values.length > 0) continue
    const before = path.slice(0, step)
    const meant = meantField(context, field.text, sources)
    reportUnknownField(context, {
      field,
      rest: path.slice(step),
      what: `field of the payload of ${sources.message}`,
      known: [...new Set(schemas.flatMap(propertyNames))],
      write: (known) => fieldText([...before, known]),
      once: true,
      ...(meant?.in === 'payload' ? { meant: fieldText(meant.path) } : {}),
    })
    return false
  }
  return true
}
