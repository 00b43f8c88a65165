import { isList, isObject, type Json } from '../../model/document.js'
import type { Found } from '../../model/reference.js'
import type { Context } from '../context.js'
import { below } from '../node.js'
import { openSchema, type SchemaNode } from './schema-node.js'

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
export function alternatives(context: Context, start: Found): readonly Together[] {
  let steps = 0
  let circles = 0
  // Schemas of which many are made, each in several ways: looked at once.
  const known = new Map<Json, readonly Together[]>()
  return waysOf(start, [])

  function waysOf(found: Found, above: readonly Json[]): readonly Together[] {
    const schema = openSchema(context, found)
    steps += 1
    if (schema === undefined || schema.value === true || steps > mostSteps) return [[]]
    if (schema.value === false) return []
    // A schema that contains itself on the same level adds nothing to itself.
    if (above.includes(schema.value)) {
      circles += 1
      return [[]]
    }
    const before = known.get(schema.value)
    if (before !== undefined) return before
    const circlesBefore = circles
    const inside = [...above, schema.value]
    const branches = (word: Branching) => listed(schema, word).map((branch) => waysOf(branch, inside))
    const choices = (['anyOf', 'oneOf'] as const).map(branches).filter((list) => list.length > 0)
    const parts = [...branches('allOf'), ...choices.map((list) => list.flat())]
    const ways = parts.reduce<readonly Together[]>(allTogether, [[schema]])
    // What was cut short by a circle would be more elsewhere.
    if (circles === circlesBefore) known.set(schema.value, ways)
    return ways
  }
}

type Branching = 'allOf' | 'anyOf' | 'oneOf'

/** Both at once: every way of the one with every way of the other. */
export function allTogether(left: readonly Together[], right: readonly Together[]): readonly Together[] {
  return left.flatMap((one) => right.map((other) => [...new Set([...one, ...other])])).slice(0, mostAlternatives)
}

/** Every schema that may hold for the value, whatever the branch: outer ones first. */
export function everyBranch(context: Context, start: Found): readonly SchemaNode[] {
  const seen = new Map<Json, SchemaNode>()
  const open = [start]
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const schema = openSchema(context, next)
    if (schema === undefined || seen.has(schema.value)) continue
    seen.set(schema.value, schema)
    for (const word of ['allOf', 'anyOf', 'oneOf']) open.push(...listed(schema, word))
    for (const word of ['then', 'else']) open.push(...single(schema, word))
  }
  return [...seen.values()]
}

/** The schema of a property, where the schema itself lists it. */
export function propertyOf(schema: SchemaNode, name: string): Found | undefined {
  const properties = propertiesOf(schema)
  if (properties === undefined || !Object.hasOwn(properties.value, name)) return undefined
  return below(properties, name, properties.value[name] ?? true)
}

/** The same without its place. */
export function propertyValue(schema: SchemaNode, name: string): Json | undefined {
  const properties = isObject(schema.value) ? schema.value.properties : undefined
  return isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
}

export function propertyNames(schema: SchemaNode): readonly string[] {
  const properties = isObject(schema.value) ? schema.value.properties : undefined
  return isObject(properties) ? Object.keys(properties) : []
}

export function isRequired(schema: SchemaNode, name: string): boolean {
  const required = isObject(schema.value) ? schema.value.required : undefined
  return isList(required) && required.includes(name)
}

/** The schemas of a list's items. */
export function itemsOf(schema: SchemaNode): readonly Found[] {
  return [...listed(schema, 'prefixItems'), ...listed(schema, 'items'), ...single(schema, 'items')]
}

function propertiesOf(schema: SchemaNode) {
  const properties = isObject(schema.value) ? schema.value.properties : undefined
  return isObject(properties) ? { ...below(schema, 'properties', properties), value: properties } : undefined
}

function listed(schema: SchemaNode, word: string): readonly Found[] {
  const list = isObject(schema.value) ? schema.value[word] : undefined
  if (!isList(list)) return []
  const parent = below(schema, word, list)
  return list.map((value, i) => below(parent, i, value))
}

function single(schema: SchemaNode, word: string): readonly Found[] {
  const value = isObject(schema.value) ? schema.value[word] : undefined
  return value === undefined || isList(value) ? [] : [below(schema, word, value)]
}
