import { isObject } from '../../model/document.js'
import { type Place, placeKey } from '../../model/pointer.js'
import { whyVolatile } from '../../model/volatile.js'
import type { Context } from '../context.js'
import { compareText } from '../group-by.js'
import { propertyNames, propertyPlace } from '../schema/alternatives.js'
import { innerSchemas } from '../schema/inner-schemas.js'
import { schemaAt } from '../schema/schema-node.js'

export type Path = readonly string[]

/** Deeper fields, and more of them, are not looked at: such a payload names its own list. */
const deepestField = 12
const mostSchemas = 5_000

/**
 * The payload fields that differ when the same event is sent again, in the order of their names, nested ones included.
 * A schema inside itself is walked once, since a list of paths cannot say "at every depth".
 */
export function volatilePaths(context: Context, payload: Place): readonly Path[] {
  let schemas = 0
  return sortedPaths(walk(payload, [], []))

  function walk(place: Place, path: Path, above: readonly string[]): readonly Path[] {
    const key = placeKey(schemaAt(context, place)?.place ?? place)
    schemas += 1
    if (above.includes(key) || path.length === deepestField || schemas > mostSchemas) return []
    return innerSchemas(context, [place]).flatMap((schema) => {
      return propertyNames(schema).flatMap((name) => {
        const child = propertyPlace(schema, name)
        if (child === undefined) return []
        const inner = [...path, name]
        return isVolatile(context, name, child) ? [inner] : walk(child, inner, [...above, key])
      })
    })
  }
}

/** Each path once, in the order of the names; for the hash of a list that is a set. */
export function sortedPaths(paths: readonly Path[]): readonly Path[] {
  const byText = new Map(paths.map((path) => [JSON.stringify(path), path]))
  return [...byText].sort(([left], [right]) => compareText(left, right)).map(([, path]) => path)
}

function isVolatile(context: Context, name: string, place: Place): boolean {
  return [undefined, ...formatsOf(context, place)].some((format) => {
    return whyVolatile({ name, ...(format === undefined ? {} : { format }) }) !== undefined
  })
}

function formatsOf(context: Context, place: Place): readonly string[] {
  return innerSchemas(context, [place]).flatMap(({ value }) => {
    return isObject(value) && typeof value.format === 'string' ? [value.format] : []
  })
}
