import type { Found } from '../../model/reference.js'
import type { Context } from '../context.js'
import { everyBranch, itemsOf } from './alternatives.js'
import type { SchemaNode } from './schema-node.js'

/** Lists of lists of lists: deeper ones have no fields that anybody names. */
const deepestList = 4

/**
 * Every schema that says something about members below a value: all branches of its schema, and where the value is a
 * list those of its items. Paths lead through lists into each item.
 */
export function innerSchemas(context: Context, values: readonly Found[], depth = 0): readonly SchemaNode[] {
  const branches = values.flatMap((value) => everyBranch(context, value))
  const items = depth === deepestList ? [] : branches.flatMap(itemsOf)
  return items.length === 0 ? branches : [...branches, ...innerSchemas(context, items, depth + 1)]
}
