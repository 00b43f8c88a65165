import type { PlaceKey } from '../model/contract.js'
import { isObject, type Json } from '../model/document.js'
import { mapSubschemas } from '../model/schema-keywords.js'

/** The places that a schema refers to, its subschemas included, in the order of their appearance, repeats kept. */
export function referencesIn(schema: Json): readonly PlaceKey[] {
  if (!isObject(schema)) return []
  if (typeof schema.$ref === 'string') return [schema.$ref]
  return subschemas(schema).flatMap(referencesIn)
}

/** The schemas directly below a schema. */
function subschemas(schema: { readonly [keyword: string]: Json }): readonly Json[] {
  const found: Json[] = []
  for (const [keyword, value] of Object.entries(schema)) {
    mapSubschemas(keyword, value, (child) => {
      found.push(child)
      return child
    })
  }
  return found
}
