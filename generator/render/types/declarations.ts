import type { PlaceKey } from '../../model/contract.js'
import { type Code, code } from '../code.js'
import { identifier } from '../identifier.js'
import { referencesIn } from '../references-in.js'
import { typeFromSchema } from './from-schema.js'
import { printObject, printType } from './print-type.js'
import type { SchemaSource } from './schema-reader.js'
import { intersection, union } from './simplify.js'
import { type Type, unknownType } from './type.js'

/** A type under its name, as TypeScript without `export` and comment: an interface for an object, else an alias. */
export function printDeclaration(name: string, type: Type): Code {
  if (type.kind === 'object') return code`interface ${identifier(name)} ${printObject(type, 0)}`
  const head = code`type ${identifier(name)} =`
  const taken = 'export '.length + head.length + 1
  const printed = printType(type, { indent: 0, taken })
  return printed.startsWith('\n') ? code`${head}${printed}` : code`${head} ${printed}`
}

/** A type and the name that it is declared under. */
export interface Declared {
  readonly name: string
  readonly type: Type
}

/** The types to declare, by place: the named ones among what the roots refer to, the roots included. */
export function declaredTypes(roots: readonly PlaceKey[], source: SchemaSource): ReadonlyMap<PlaceKey, Declared> {
  const declared = new Map<PlaceKey, Declared>()
  for (const place of reachedFrom(roots, source)) {
    const name = source.nameAt(place)
    if (name !== undefined)
      declared.set(place, { name, type: typeFromSchema({ schema: source.schemaAt(place), place }, source) })
  }
  return withoutCircles(declared)
}

function reachedFrom(roots: readonly PlaceKey[], source: SchemaSource): ReadonlySet<PlaceKey> {
  const reached = new Set<PlaceKey>()
  const open = [...roots]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (reached.has(place)) continue
    reached.add(place)
    open.push(...referencesIn(source.schemaAt(place)))
  }
  return reached
}

/**
 * An alias that stands for itself (`A: { anyOf: [{ $ref: A }, …] }`) is an error to TypeScript, and endless to a
 * validator: the reference that closes the circle says nothing. Circles through members and items are fine.
 */
function withoutCircles(declared: ReadonlyMap<PlaceKey, Declared>): ReadonlyMap<PlaceKey, Declared> {
  const types = new Map([...declared.values()].map(({ name, type }) => [name, type]))
  for (const name of [...types.keys()].sort()) {
    const type = types.get(name)
    if (type !== undefined && leadsTo(type, name, types)) types.set(name, opened(type, name, types))
  }
  return new Map([...declared].map(([place, { name, type }]) => [place, { name, type: types.get(name) ?? type }]))
}

function opened(type: Type, name: string, types: ReadonlyMap<string, Type>): Type {
  if (type.kind === 'reference') return leadsTo(type, name, types) ? unknownType : type
  if (type.kind === 'union') return union(type.of.map((part) => opened(part, name, types)))
  return type.kind === 'intersection' ? intersection(type.of.map((part) => opened(part, name, types))) : type
}

/** Whether resolving a type needs a name to be resolved first. */
function leadsTo(start: Type, name: string, types: ReadonlyMap<string, Type>): boolean {
  const seen = new Set<string>()
  const open = [...directReferences(start)]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === name) return true
    if (seen.has(next)) continue
    seen.add(next)
    open.push(...directReferences(types.get(next) ?? unknownType))
  }
  return false
}

function directReferences(type: Type): readonly string[] {
  if (type.kind === 'reference') return [type.name]
  return type.kind === 'union' || type.kind === 'intersection' ? type.of.flatMap(directReferences) : []
}
