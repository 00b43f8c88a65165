import { didYouMean } from '../../model/did-you-mean.js'
import type { Found } from '../../model/reference.js'
import { nameWords } from '../../model/words.js'
import type { Context } from '../context.js'
import { propertyNames, propertyOf } from '../schema/alternatives.js'
import { innerSchemas } from '../schema/inner-schemas.js'
import type { Path } from './volatile-paths.js'

/** The path as the schemas spell it, through lists too; undefined where a name is like none that is there. */
export function nearestPath(context: Context, payload: Found | undefined, path: Path): Path | undefined {
  let values: readonly Found[] = payload === undefined ? [] : [payload]
  const nearest: string[] = []
  for (const wanted of path) {
    const schemas = innerSchemas(context, values)
    const name = nearestName(wanted, schemas.flatMap(propertyNames))
    if (name === undefined) return undefined
    nearest.push(name)
    values = schemas.flatMap((schema) => propertyOf(schema, name) ?? [])
  }
  return nearest
}

export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  return names.includes(wanted) ? wanted : didYouMean(wanted, names)
}

/** More levels are searched in no payload: what lies deeper names a part of something. */
const deepest = 3

/** Where a name of the same words stands further inside, outside of lists or not. */
export function deeperPath(context: Context, payload: Found | undefined, name: string): Path | undefined {
  const wanted = nameWords(name).join(' ')
  let level: readonly { readonly path: Path; readonly value: Found }[] =
    payload === undefined ? [] : [{ path: [], value: payload }]
  for (let depth = 0; depth < deepest; depth++) {
    level = level.flatMap(({ path, value }) =>
      innerSchemas(context, [value]).flatMap((schema) =>
        propertyNames(schema).flatMap((inner) => {
          const property = propertyOf(schema, inner)
          return property === undefined ? [] : [{ path: [...path, inner], value: property }]
        }),
      ),
    )
    const found = level.find(({ path }) => nameWords(path.at(-1) ?? '').join(' ') === wanted)
    if (found !== undefined) return found.path
    // A schema inside itself grows with every level.
    if (level.length > mostFields) return undefined
  }
  return undefined
}

const mostFields = 5_000
