import { isList, type JsonObject } from '../../model/document.js'
import { below, type PlacedSchema } from './schema-reader.js'
import { anyArray, isKeyword, type Type, unknownType } from './type.js'

/** A schema's word on arrays: a list of one kind of items, or in the style of draft-07 a tuple. */
export function arrayType(
  placed: PlacedSchema & { readonly schema: JsonObject },
  typeOf: (child: PlacedSchema) => Type,
): Type {
  const { items } = placed.schema
  if (items === undefined) return anyArray
  if (!isList(items)) return { kind: 'array', items: typeOf(below(placed, items, 'items')) }
  const types = items.map((item, i) => typeOf(below(placed, item, 'items', i)))
  return tuple(types, placed, typeOf)
}

function tuple(
  types: readonly Type[],
  placed: PlacedSchema & { readonly schema: JsonObject },
  typeOf: (child: PlacedSchema) => Type,
): Type {
  const { additionalItems, minItems, maxItems } = placed.schema
  const most = typeof maxItems === 'number' ? maxItems : Number.POSITIVE_INFINITY
  const least = typeof minItems === 'number' ? minItems : 0
  const items = types.slice(0, most)
  const required = Math.min(least, items.length)
  const rest = additionalItems === undefined ? unknownType : typeOf(below(placed, additionalItems, 'additionalItems'))
  if (items.length === 0 && most > 0) return { kind: 'array', items: rest }
  const open = most > items.length && !isKeyword(rest, 'never')
  return { kind: 'tuple', items, required, ...(open && { rest }) }
}
