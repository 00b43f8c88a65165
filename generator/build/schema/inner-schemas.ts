import type { Place } from '../../model/pointer.js'
import type { Context } from '../context.js'
import { everyBranch, itemPlaces } from './alternatives.js'
import type { SchemaNode } from './schema-node.js'

/** Lists of lists of lists: deeper ones have no fields that anybody names. */
const deepestList = 4

/**
 * Every schema that says something about members below a place: all branches of its schema, and where the value is a
 * list those of its items. Paths lead through lists into each item.
 */
export function innerSchemas(context: Context, places: readonly Place[], depth = 0): readonly SchemaNode[] {
  const branches = places.flatMap((place) => everyBranch(context, place))
  const items = depth === deepestList ? [] : branches.flatMap(itemPlaces)
  return items.length === 0 ? branches : [...branches, ...innerSchemas(context, items, depth + 1)]
}
