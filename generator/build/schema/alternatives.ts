import { isList, isObject } from '../../model/document.js'
import { type Place, placeKey } from '../../model/pointer.js'
import type { Context } from '../context.js'
import { childPlace } from '../node.js'
import { type SchemaNode, schemaAt } from './schema-node.js'

/** Schemas that all hold for a value at once, without the branches they are composed of. */
export type Together = readonly SchemaNode[]

/** Beyond so many the rest is left out: a key is judged by the first ones, and the runtime checks every value. */
const mostAlternatives = 64
/** Schemas looked at for one answer; only what was made to be slow gets here. */
const mostSteps = 10_000

/**
 * The ways in which a value can satisfy a schema: `allOf` and `$ref` taken together, `oneOf` and `anyOf` apart. None
 * when nothing satisfies it.
 */
export function alternatives(context: Context, start: Place): readonly Together[] {
  let steps = 0
  return waysOf(start, [])

  function waysOf(place: Place, above: readonly string[]): readonly Together[] {
    const schema = schemaAt(context, place)
    steps += 1
    if (schema === undefined || schema.value === true || steps > mostSteps) return [[]]
    if (schema.value === false) return []
    const key = placeKey(schema.place)
    // A schema that contains itself on the same level adds nothing to itself.
    if (above.includes(key)) return [[]]
    const branches = (word: 'allOf' | 'anyOf' | 'oneOf') => {
      return listPlaces(schema, word).map((branch) => waysOf(branch, [...above, key]))
    }
    const choices = (['anyOf', 'oneOf'] as const).map(branches).filter((list) => list.length > 0)
    const parts = [...branches('allOf'), ...choices.map((list) => list.flat())]
    return parts.reduce<readonly Together[]>(allTogether, [[schema]])
  }
}

/** Both at once: every way of the one with every way of the other. */
export function allTogether(left: readonly Together[], right: readonly Together[]): readonly Together[] {
  return left.flatMap((one) => right.map((other) => [...one, ...other])).slice(0, mostAlternatives)
}

/** Every schema that may hold for the value, whatever the branch. */
export function everyBranch(context: Context, place: Place): readonly SchemaNode[] {
  const seen = new Map<string, SchemaNode>()
  const open = [place]
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const schema = schemaAt(context, next)
    if (schema === undefined || seen.has(placeKey(schema.place))) continue
    seen.set(placeKey(schema.place), schema)
    const lists = ['allOf', 'anyOf', 'oneOf'].flatMap((word) => listPlaces(schema, word))
    open.push(...lists, ...['then', 'else'].flatMap((word) => memberPlaces(schema, word)))
  }
  return [...seen.values()]
}

/** The place of a property's schema, where the schema itself lists it. */
export function propertyPlace(schema: SchemaNode, name: string): Place | undefined {
  const properties = isObject(schema.value) ? schema.value.properties : undefined
  const isListed = isObject(properties) && Object.hasOwn(properties, name)
  return isListed ? childPlace(schema.place, 'properties', name) : undefined
}

export function propertyNames(schema: SchemaNode): readonly string[] {
  const properties = isObject(schema.value) ? schema.value.properties : undefined
  return isObject(properties) ? Object.keys(properties) : []
}

export function isRequired(schema: SchemaNode, name: string): boolean {
  const required = isObject(schema.value) ? schema.value.required : undefined
  return isList(required) && required.includes(name)
}

/** The places of the schemas of a list's items. */
export function itemPlaces(schema: SchemaNode): readonly Place[] {
  const items = isObject(schema.value) ? schema.value.items : undefined
  return isList(items) ? listPlaces(schema, 'items') : memberPlaces(schema, 'items')
}

function listPlaces(schema: SchemaNode, word: string): readonly Place[] {
  const list = isObject(schema.value) ? schema.value[word] : undefined
  return isList(list) ? list.map((_, i) => childPlace(schema.place, word, i)) : []
}

function memberPlaces(schema: SchemaNode, word: string): readonly Place[] {
  return isObject(schema.value) && schema.value[word] !== undefined ? [childPlace(schema.place, word)] : []
}
