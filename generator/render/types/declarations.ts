import type { PlaceKey } from '../../model/contract.js'
import { type Code, code } from '../code.js'
import { identifier } from '../identifier.js'
import { referencesIn } from '../schema-keywords.js'
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

/** The types to declare, by place: the named ones among what the roots refer to, the roots included. */
export function declaredTypes(roots: readonly PlaceKey[], source: SchemaSource): ReadonlyMap<PlaceKey, Type> {
  const declared = new Map<PlaceKey, Type>()
  for (const place of reachedFrom(roots, source)) {
    if (source.names.has(place))
      declared.set(place, typeFromSchema({ schema: source.schemas[place] ?? true, place }, source))
  }
  return withoutCircles(declared, source.names)
}

function reachedFrom(roots: readonly PlaceKey[], source: SchemaSource): ReadonlySet<PlaceKey> {
  const reached = new Set<PlaceKey>()
  const open = [...roots]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (reached.has(place)) continue
    reached.add(place)
    open.push(...referencesIn(source.schemas[place] ?? true))
  }
  return reached
}

/**
 * An alias that stands for itself (`A: { anyOf: [{ $ref: A }, …] }`) is an error to TypeScript, and endless to a
 * validator: the reference that closes the circle says nothing. Circles through members and items are fine.
 */
function withoutCircles(
  types: ReadonlyMap<PlaceKey, Type>,
  names: ReadonlyMap<PlaceKey, string>,
): ReadonlyMap<PlaceKey, Type> {
  const byName = new Map([...types].map(([place, type]) => [names.get(place) ?? '', type]))
  for (const name of [...byName.keys()].sort()) {
    const type = byName.get(name)
    if (type !== undefined && leadsTo(type, name, byName)) byName.set(name, opened(type, name, byName))
  }
  return new Map([...types].map(([place, type]) => [place, byName.get(names.get(place) ?? '') ?? type]))
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
