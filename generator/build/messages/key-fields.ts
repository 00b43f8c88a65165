import type { KeyFieldContract } from '../../model/contract.js'
import type { Context } from '../context.js'
import type { Located } from '../located.js'
import { type FieldSearch, findField } from '../schema/find-field.js'
import type { SchemaType } from '../schema/types.js'
import { expressionText, type FieldExpression, fieldText, parseField } from './field-expression.js'
import type { FieldSources } from './field-sources.js'
import { meantField, meantFields } from './meant-field.js'
import { type FieldText, fieldTexts, reportUnknownField } from './unknown-field.js'

/** The fields of a business key with their types; those that cannot be part of a key are reported and left out. */
export function keyFields(
  context: Context,
  list: Located | undefined,
  sources: FieldSources,
): readonly KeyFieldContract[] {
  const named = new Set<string>()
  return fieldTexts(list).flatMap((field) => {
    const expression = parseField(field.text)
    reportRepeated(context, field, { expression, named })
    const type =
      expression.in === 'parameter'
        ? parameterType(context, field, expression, sources)
        : schemaType(context, field, expression, sources)
    return type === undefined ? [] : [{ ...expression, type }]
  })
}

/** It tells no more events apart, so another field was meant. */
function reportRepeated(
  context: Context,
  field: FieldText,
  { expression, named }: { readonly expression: FieldExpression; readonly named: Set<string> },
): void {
  const text = JSON.stringify([expression.in, expression.path])
  if (named.has(text)) {
    context.report({
      rule: 'key-doubles-field',
      severity: 'warning',
      message: `the key names "${field.text}" twice`,
      hint: 'remove it here, or write the field that was meant',
      at: field.place,
      fix: [{ kind: 'remove' }],
    })
  }
  named.add(text)
}

function parameterType(
  context: Context,
  field: FieldText,
  expression: FieldExpression,
  sources: FieldSources,
): KeyFieldContract['type'] | undefined {
  const name = expression.path[0] ?? ''
  if (sources.parameters.includes(name)) return 'string'
  reportUnknownField(context, {
    field,
    rest: [name],
    what: `parameter in the address of ${sources.message}`,
    known: sources.parameters,
    write: (known) => `$parameter.${known}`,
    once: true,
    ...meantHint(context, field.text, sources),
  })
  return undefined
}

function schemaType(
  context: Context,
  field: FieldText,
  expression: FieldExpression,
  sources: FieldSources,
): KeyFieldContract['type'] | undefined {
  if (expression.in === 'header' && expression.path.length > 1) {
    const message = `"${field.text}" leads into a header`
    const hint = 'a header in a key is one value: name the header alone'
    context.report({ rule: 'key-field-type', message, hint, at: field.place })
    return undefined
  }
  const schema = expression.in === 'header' ? sources.headers : sources.payload
  const search: FieldSearch =
    schema === undefined ? { kind: 'unknown', step: 0, known: [] } : findField(context, schema, expression.path)
  const type = search.kind === 'found' ? keyType(search.types) : undefined
  if (type === undefined) reportSearch(context, { field, expression, search, sources })
  return type
}

interface Search {
  readonly field: FieldText
  readonly expression: FieldExpression
  readonly search: FieldSearch
  readonly sources: FieldSources
}

function reportSearch(context: Context, { field, expression, search, sources }: Search): void {
  if (search.kind === 'found') {
    const says = `"${field.text}" ${typeFault(search.types)}`
    context.report({ rule: 'key-field-type', message: says, hint: typeHint(search.types), at: field.place })
    return
  }
  const to = expression.path.slice(0, search.step + 1).join('.')
  const name = expression.path[search.step] ?? ''
  if (search.kind === 'optional') {
    context.report({
      rule: 'key-field-optional',
      message: `"${to}" may be missing, and a message without it has no key`,
      hint: `add "${name}" to required, or choose a field that is always there`,
      at: field.place,
    })
    return
  }
  if (search.kind === 'no-object') {
    const says = `"${to}" ${typeFault(search.types)}, so "${field.text}" does not name one value`
    context.report({ rule: 'key-field-type', message: says, hint: typeHint(search.types), at: field.place })
    return
  }
  const isHeader = expression.in === 'header'
  const before = expression.path.slice(0, search.step)
  reportUnknownField(context, {
    field,
    rest: expression.path.slice(search.step),
    what: `${isHeader ? 'header' : 'field of the payload'} of ${sources.message}`,
    known: search.known,
    write: (known) => (isHeader ? `$message.header#/${known}` : fieldText([...before, known])),
    ...meantHint(context, field.text, sources),
  })
}

/** What to write instead; a field inside a list is what was meant, and no way to go. */
function meantHint(
  context: Context,
  text: string,
  sources: FieldSources,
): { readonly meant?: string; readonly hint?: string } {
  const several = meantFields(context, text, sources)
  if (several !== undefined) return { hint: `write ${several.length} fields: [${several.join(', ')}]` }
  const meant = meantField(context, text, sources)
  if (meant === undefined) return {}
  const written = expressionText(meant)
  if (meant.in !== 'payload' || sources.payload === undefined) return { meant: written }
  return findField(context, sources.payload, meant.path).kind === 'no-object'
    ? { hint: `"${written}" is not one value: a key is made of single values, so choose a field outside of lists` }
    : { meant: written }
}

/** The type of a value that can be part of a key: exactly one of the three. */
function keyType(types: ReadonlySet<SchemaType> | undefined): KeyFieldContract['type'] | undefined {
  const [type] = types ?? []
  return types?.size === 1 && (type === 'string' || type === 'integer' || type === 'boolean') ? type : undefined
}

function typeFault(types: ReadonlySet<SchemaType> | undefined): string {
  if (types === undefined) return 'has no type'
  if (types.size === 0) return 'has a schema that no value fits'
  if (types.has('null')) return 'may be null'
  if (types.size > 1) return `may be ${[...types].map((type) => typeWords[type]).join(' or ')}`
  return `is ${[...types].map((type) => typeWords[type]).join()}`
}

const typeWords: Readonly<Record<SchemaType, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  null: 'null',
  object: 'an object',
  array: 'a list',
}

function typeHint(types: ReadonlySet<SchemaType> | undefined): string {
  if (types?.has('null'))
    return 'two messages with null would be the same event: choose a field that always has a value'
  if (types?.has('number')) return 'fractions are rounded on the way: declare it as integer or as string'
  if (types?.has('object')) return 'name a field inside it'
  if (types?.has('array')) return 'a key is made of single values: choose a field outside of lists'
  return 'a key is made of strings, integers and booleans: give it one of these types'
}
