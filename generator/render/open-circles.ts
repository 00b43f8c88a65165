import type { Contract, PlaceKey } from '../model/contract.js'
import { isObject, type Json } from '../model/document.js'
import { mapSubschemas } from '../model/schema-keywords.js'

/**
 * The schemas without references that lead back to themselves before a member or an item is reached:
 * `A: { anyOf: [{ $ref: A }, { type: string }] }`. To a validator such a circle is endless, and every message would fail;
 * TypeScript refuses the alias. The reference that closes a circle says nothing; an alternative that is the whole schema
 * once more adds nothing. Circles through members and items are fine and stay.
 */
export function openCircles(schemas: Contract['schemas']): Contract['schemas'] {
  const closing = closingReferences(schemas)
  if (closing.size === 0) return schemas
  return Object.fromEntries(
    Object.entries(schemas).map(([place, schema]) => {
      const targets = closing.get(place)
      return [place, targets === undefined ? schema : opened(schema, { place, targets, isChoice: false })]
    }),
  )
}

/** By place, the targets of its references that close a circle: those that lead back on the way from the first place. */
function closingReferences(schemas: Contract['schemas']): ReadonlyMap<PlaceKey, ReadonlySet<PlaceKey>> {
  const closing = new Map<PlaceKey, Set<PlaceKey>>()
  const done = new Set<PlaceKey>()
  for (const start of Object.keys(schemas).sort()) walk(start)
  return closing

  /** With a stack of its own: references may follow each other in their thousands. */
  function walk(start: PlaceKey): void {
    const way: { readonly place: PlaceKey; readonly open: PlaceKey[] }[] = []
    const onWay = new Set<PlaceKey>()
    const enter = (place: PlaceKey) => {
      if (done.has(place)) return
      done.add(place)
      onWay.add(place)
      way.push({ place, open: sameLevelReferences(schemas[place] ?? true).toReversed() })
    }
    enter(start)
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const target = top.open.pop()
      if (target === undefined) onWay.delete(way.pop()?.place ?? '')
      else if (onWay.has(target)) closing.set(top.place, (closing.get(top.place) ?? new Set()).add(target))
      else enter(target)
    }
  }
}

function sameLevelReferences(schema: Json): PlaceKey[] {
  if (!isObject(schema)) return []
  if (typeof schema.$ref === 'string') return [schema.$ref]
  const found: PlaceKey[] = []
  for (const [word, value] of Object.entries(schema)) {
    if (!sameLevelWords.has(word)) continue
    mapSubschemas(word, value, (child) => {
      found.push(...sameLevelReferences(child))
      return child
    })
  }
  return found
}

const choices: readonly string[] = ['anyOf', 'oneOf', 'not', 'if']
const sameLevelWords: ReadonlySet<string> = new Set([...choices, 'allOf', 'then', 'else', 'dependencies'])

interface Opening {
  readonly place: PlaceKey
  readonly targets: ReadonlySet<PlaceKey>
  /** Inside an alternative, where a schema that is true would let everything through. */
  readonly isChoice: boolean
}

function opened(schema: Json, opening: Opening): Json {
  if (!isObject(schema)) return schema
  if (typeof schema.$ref === 'string') {
    if (!opening.targets.has(schema.$ref)) return schema
    return !(opening.isChoice && schema.$ref === opening.place)
  }
  return Object.fromEntries(Object.entries(schema).map(([word, value]) => [word, openedBelow(word, value, opening)]))
}

function openedBelow(word: string, value: Json, opening: Opening): Json {
  if (!sameLevelWords.has(word)) return value
  const isChoice = opening.isChoice || choices.includes(word)
  return mapSubschemas(word, value, (child) => opened(child, { ...opening, isChoice }))
}
