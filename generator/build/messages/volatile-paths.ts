import { isObject, type Json, type JsonObject } from '../../model/document.js'
import type { Found } from '../../model/reference.js'
import { isTimeFormat, whyVolatile } from '../../model/volatile.js'
import type { Context } from '../context.js'
import { compareText } from '../group-by.js'
import { propertyNames, propertyOf, propertyValue } from '../schema/alternatives.js'
import { innerSchemas } from '../schema/inner-schemas.js'
import { openSchema, type SchemaNode } from '../schema/schema-node.js'

export type Path = readonly string[]

/** Gives the payload fields that differ when the same event is sent again, in the order of their names. */
export type VolatilePaths = (payload: Found) => readonly Path[]

interface Inside {
  /** The value itself is a time. */
  readonly isTime: boolean
  readonly paths: readonly Path[]
  /** Whether it is the same wherever the schema is used: not when it was cut off for standing inside itself. */
  readonly isWhole: boolean
}

const nothingInside: Inside = { isTime: false, paths: [], isWhole: true }
const aTime: Inside = { ...nothingInside, isTime: true }
/** A payload with more of them names its own list. */
const mostPaths = 1_000

/**
 * A finder of volatile fields, nested ones included, which looks at each shared schema once. A schema inside itself is
 * walked once too, since a list of paths cannot say "at every depth".
 */
export function createVolatilePaths(context: Context): VolatilePaths {
  const known = new Map<Json, Inside>()
  const judged = new Map<string, boolean>()
  return (payload) => sortedPaths(inside(payload, []).paths)

  function inside(found: Found, above: readonly Json[]): Inside {
    const schema = openSchema(context, found)
    if (schema === undefined || typeof schema.value === 'boolean') return nothingInside
    if (above.includes(schema.value)) return { ...nothingInside, isWhole: false }
    const before = known.get(schema.value)
    if (before !== undefined) return before
    const made = inspect(innerSchemas(context, [schema]), [...above, schema.value])
    if (made.isWhole) known.set(schema.value, made)
    return made
  }

  function inspect(schemas: readonly SchemaNode[], above: readonly Json[]): Inside {
    let isWhole = true
    const paths: Path[] = []
    for (const schema of schemas) {
      for (const name of propertyNames(schema)) {
        const field = isVolatileName(name) ? aTime : insideProperty(schema, name, above)
        isWhole &&= field.isWhole
        paths.push(...(field.isTime ? [[name]] : field.paths.map((path) => [name, ...path])))
      }
    }
    return { isTime: schemas.some(hasTimeFormat), paths: paths.slice(0, mostPaths), isWhole }
  }

  function insideProperty(schema: SchemaNode, name: string, above: readonly Json[]): Inside {
    const value = propertyValue(schema, name)
    // Most fields are simple, and a payload has many.
    if (isSimple(value)) return isTimeFormat(value.format) ? aTime : nothingInside
    const property = propertyOf(schema, name)
    return property === undefined ? nothingInside : inside(property, above)
  }

  /** Documents use the same names again and again. */
  function isVolatileName(name: string): boolean {
    const isVolatile = judged.get(name) ?? whyVolatile({ name }) !== undefined
    judged.set(name, isVolatile)
    return isVolatile
  }
}

/** Each path once, in the order of the names; for the hash of a list that is a set. */
export function sortedPaths(paths: readonly Path[]): readonly Path[] {
  const byText = new Map(paths.map((path) => [JSON.stringify(path), path]))
  return [...byText].sort(([left], [right]) => compareText(left, right)).map(([, path]) => path)
}

function hasTimeFormat({ value }: SchemaNode): boolean {
  return isObject(value) && isTimeFormat(value.format)
}

/** Words that lead to other schemas of the same value, or of values inside it. */
const structural = ['$ref', 'properties', 'items', 'allOf', 'anyOf', 'oneOf', 'then', 'else', 'schema'] as const

function isSimple(value: Json | undefined): value is JsonObject {
  return isObject(value) && structural.every((word) => value[word] === undefined)
}
