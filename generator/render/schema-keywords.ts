import { isObject, type Json } from '../model/document.js'
import { joinPointer } from '../model/pointer.js'

/** How the schemas below a keyword of draft-07 are kept; `dependencies` may also hold lists of names. */
type Holds = 'schema' | 'list' | 'map' | 'schema-or-list'

const holders: Readonly<Record<string, Holds>> = {
  additionalItems: 'schema',
  additionalProperties: 'schema',
  allOf: 'list',
  anyOf: 'list',
  contains: 'schema',
  dependencies: 'map',
  else: 'schema',
  if: 'schema',
  items: 'schema-or-list',
  not: 'schema',
  oneOf: 'list',
  patternProperties: 'map',
  properties: 'map',
  propertyNames: 'schema',
  then: 'schema',
}

/** The value of a keyword with every schema directly below it replaced; other values stay as they are. */
export function mapSubschemas(
  keyword: string,
  value: Json,
  change: (schema: Json, pointer: string) => Json,
  pointer = joinPointer('', keyword),
): Json {
  const holds = Object.hasOwn(holders, keyword) ? holders[keyword] : undefined
  if (Array.isArray(value)) {
    const list: readonly Json[] = value
    if (holds !== 'list' && holds !== 'schema-or-list') return value
    return list.map((item, i) => change(item, joinPointer(pointer, i)))
  }
  if (holds === 'map' && isObject(value)) {
    const children = Object.entries(value).map(([name, child]) => {
      return [name, Array.isArray(child) ? child : change(child, joinPointer(pointer, name))] as const
    })
    return Object.fromEntries(children)
  }
  return holds === 'schema' || holds === 'schema-or-list' ? change(value, pointer) : value
}

/** The schemas directly below a schema, with their pointers relative to it. Nothing stands beside a `$ref`. */
export function subschemas(schema: Json): readonly { readonly schema: Json; readonly pointer: string }[] {
  if (!isObject(schema) || typeof schema.$ref === 'string') return []
  const found: { readonly schema: Json; readonly pointer: string }[] = []
  for (const [keyword, value] of Object.entries(schema)) {
    mapSubschemas(keyword, value, (child, pointer) => {
      found.push({ schema: child, pointer })
      return child
    })
  }
  return found
}

/** The places that a schema refers to, its subschemas included, in the order of their appearance, repeats kept. */
export function referencesIn(schema: Json): readonly string[] {
  if (isObject(schema) && typeof schema.$ref === 'string') return [schema.$ref]
  return subschemas(schema).flatMap((child) => referencesIn(child.schema))
}
