import type { Context } from '../context.js'
import { everyBranch, propertyNames } from '../schema/alternatives.js'
import { expressionText, type FieldExpression, parseField } from './field-expression.js'
import type { FieldSources } from './field-sources.js'
import { deeperPath, nearestName, nearestPath } from './nearest-path.js'
import { otherSpellings } from './other-spellings.js'

/**
 * The field that an expression which names nothing most likely means: one that is spelled nearly so, one that is written
 * in another notation, or one of that name that stands elsewhere in the message.
 */
export function meantField(context: Context, text: string, sources: FieldSources): FieldExpression | undefined {
  const own = parseField(text)
  const others = otherSpellings(text)
  const names = [...new Set([own, ...others].map(({ path }) => path.at(-1) ?? ''))]
  const exact = others.flatMap((expression) => {
    const found = nearest(context, expression, sources)
    return found?.path.join('.') === expression.path.join('.') ? [found] : []
  })
  // The very name in another place is more likely meant than a name like it in this one.
  const moved = own.path.length === 1 ? elsewhere(context, names, sources) : undefined
  const near = [own, ...others].flatMap((expression) => nearest(context, expression, sources) ?? [])
  return exact[0] ?? moved ?? near[0] ?? elsewhere(context, names, sources)
}

/** In another part of the message, or further inside. */
function elsewhere(context: Context, names: readonly string[], sources: FieldSources): FieldExpression | undefined {
  const payload = propertyNamesOf(context, sources.payload)
  const known = { payload, header: namesOf(context, 'header', sources), parameter: sources.parameters }
  for (const name of names) {
    const part = (['header', 'parameter', 'payload'] as const).find((one) => known[one].includes(name))
    if (part !== undefined) return { in: part, path: [name] }
    const path = deeperPath(context, sources.payload, name)
    if (path !== undefined) return { in: 'payload', path }
  }
  return undefined
}

/** Several fields in one text: `orderId, transactionId`. Undefined where one of them does not exist. */
export function meantFields(context: Context, text: string, sources: FieldSources): readonly string[] | undefined {
  const parts = text.split(/\s*[,;+|]\s*/).filter((part) => part !== '')
  const fields = parts.map((part) => nearest(context, parseField(part), sources))
  const found = fields.filter((field) => field !== undefined)
  return parts.length > 1 && found.length === parts.length ? found.map(expressionText) : undefined
}

function nearest(
  context: Context,
  { in: part, path }: FieldExpression,
  sources: FieldSources,
): FieldExpression | undefined {
  if (part === 'payload') {
    const found = nearestPath(context, sources.payload, path)
    return found === undefined ? undefined : { in: part, path: found }
  }
  const name = nearestName(path.join('/'), namesOf(context, part, sources))
  return name === undefined ? undefined : { in: part, path: [name] }
}

function namesOf(context: Context, part: 'header' | 'parameter', sources: FieldSources): readonly string[] {
  return part === 'parameter' ? sources.parameters : propertyNamesOf(context, sources.headers)
}

function propertyNamesOf(context: Context, schema: FieldSources['payload']): readonly string[] {
  return schema === undefined ? [] : everyBranch(context, schema).flatMap(propertyNames)
}
