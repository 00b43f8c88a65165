import { isList, isObject, type Json } from './document.js'

/** How the schemas below a keyword are kept; `dependencies` may also hold lists of names. */
export type Holds = 'schema' | 'list' | 'map' | 'schema-or-list'

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
  // Of later drafts; people write it, and the output gives it its meaning.
  prefixItems: 'list',
  properties: 'map',
  propertyNames: 'schema',
  then: 'schema',
}

/**
 * The value of a keyword of draft-07 with every schema directly below it replaced; other values stay as they are.
 * `path` leads from the schema to the one below it.
 */
export function mapSubschemas(
  keyword: string,
  value: Json,
  change: (schema: Json, path: readonly (string | number)[]) => Json,
): Json {
  const holds = holdsOf(keyword)
  if (isList(value)) {
    const holdsList = holds === 'list' || holds === 'schema-or-list'
    return holdsList ? value.map((item, i) => change(item, [keyword, i])) : value
  }
  if (holds === 'map' && isObject(value)) {
    const entries = Object.entries(value).map(([name, child]) => {
      return [name, isList(child) ? child : change(child, [keyword, name])] as const
    })
    return Object.fromEntries(entries)
  }
  return holds === 'schema' || holds === 'schema-or-list' ? change(value, [keyword]) : value
}

/** How a keyword of draft-07 keeps schemas; undefined for one that keeps none. */
export function holdsOf(keyword: string): Holds | undefined {
  return Object.hasOwn(holders, keyword) ? holders[keyword] : undefined
}
