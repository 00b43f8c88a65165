import { isList, isObject, type Json, type JsonObject } from '../../model/document.js'
import { allJsonTypes, declaredTypes, type JsonType, type JsonTypes, jsonTypeOf, wantsInteger } from './json-types.js'

/** What a `not` takes away, as far as TypeScript can say it; the rest is left to validation. */
export interface Excluded {
  readonly types: JsonTypes
  readonly values: readonly Json[]
  /** Members that an object may not have. */
  readonly members: readonly string[]
}

export function excludedBy(not: Json | undefined): Excluded {
  if (not === true) return { ...nothing, types: allJsonTypes }
  if (!isObject(not)) return nothing
  const words = Object.keys(not)
  const consistsOf = (...allowed: readonly string[]) => words.every((word) => allowed.includes(word))
  if (words.length === 0) return { ...nothing, types: allJsonTypes }
  if (consistsOf('anyOf') && isList(not.anyOf) && not.anyOf.length > 0) return together(not.anyOf.map(excludedBy))
  if (isList(not.required) && consistsOf('required', 'type')) return withoutMembers(not, not.required)
  if (not.type !== undefined && consistsOf('type', 'nullable')) return { ...nothing, types: wholeTypes(not) }
  if (isList(not.enum) && consistsOf('enum')) return withoutValues(not.enum)
  return not.const !== undefined && consistsOf('const') ? withoutValues([not.const]) : nothing
}

const nothing: Excluded = { types: new Set(), values: [], members: [] }

function together(all: readonly Excluded[]): Excluded {
  return {
    types: new Set(all.flatMap(({ types }) => [...types])),
    values: all.flatMap(({ values }) => values),
    members: all.flatMap(({ members }) => members),
  }
}

/** `required` lets through what is no object, so its opposite lets through objects alone. */
function withoutMembers(not: JsonObject, names: readonly Json[]): Excluded {
  const declared = declaredTypes(not)
  if (declared !== undefined && !(declared.size === 1 && declared.has('object'))) return nothing
  const others = declared === undefined ? allButObject : nothing.types
  if (names.length === 0) return { ...nothing, types: new Set<JsonType>([...others, 'object']) }
  const [name, ...more] = names
  return { ...nothing, types: others, members: typeof name === 'string' && more.length === 0 ? [name] : [] }
}

const allButObject: JsonTypes = new Set([...allJsonTypes].filter((type) => type !== 'object'))

/** Fractions are left where only integers are taken away. */
function wholeTypes(not: JsonObject): JsonTypes {
  const types = declaredTypes(not) ?? nothing.types
  return wantsInteger(not) ? new Set([...types].filter((type) => type !== 'number')) : types
}

/** Null is all there is of its kind, and so are the two booleans. */
function withoutValues(values: readonly Json[]): Excluded {
  const types = new Set<JsonType>()
  if (values.includes(null)) types.add('null')
  if (values.includes(true) && values.includes(false)) types.add('boolean')
  return { ...nothing, types, values: values.filter((value) => !types.has(jsonTypeOf(value))) }
}
