import { isList, type Json, type JsonObject } from '../../model/document.js'
import { below, type PlacedSchema } from './schema-reader.js'
import { anyArray, isKeyword, type Type, unknownType } from './type.js'

/** A schema's word on arrays: a list of one kind of items, or a tuple. */
export function arrayType(placed: ArraySchema, typeOf: (child: PlacedSchema) => Type): Type {
  const { items, additionalItems, prefixItems } = placed.schema
  const typeAt = (schema: Json | undefined, word: string) =>
    schema === undefined ? unknownType : typeOf(below(placed, schema, word))
  const listed = (word: string, list: readonly Json[]) => list.map((item, i) => typeOf(below(placed, item, word, i)))
  if (isList(items)) return tuple(placed.schema, listed('items', items), typeAt(additionalItems, 'additionalItems'))
  if (isList(prefixItems) && prefixItems.length > 0)
    return tuple(placed.schema, listed('prefixItems', prefixItems), typeAt(items, 'items'))
  return items === undefined ? anyArray : { kind: 'array', items: typeAt(items, 'items') }
}

type ArraySchema = PlacedSchema & { readonly schema: JsonObject }

function tuple({ minItems, maxItems }: JsonObject, types: readonly Type[], rest: Type): Type {
  const most = typeof maxItems === 'number' ? maxItems : Number.POSITIVE_INFINITY
  const least = typeof minItems === 'number' ? minItems : 0
  const items = types.slice(0, most)
  const required = Math.min(least, items.length)
  if (items.length === 0 && most > 0) return { kind: 'array', items: rest }
  const open = most > items.length && !isKeyword(rest, 'never')
  return { kind: 'tuple', items, required, ...(open && { rest }) }
}
