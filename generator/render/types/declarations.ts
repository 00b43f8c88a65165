import type { PlaceKey } from '../../model/contract.js'
import { type Code, code } from '../code.js'
import { identifier } from '../identifier.js'
import { referencesIn } from '../references-in.js'
import { typeFromSchema } from './from-schema.js'
import { printObject, printType } from './print-type.js'
import type { SchemaSource } from './schema-reader.js'
import type { Type } from './type.js'

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

/**
 * The types to declare, by place: the named ones among what the roots refer to, the roots included. Circles on one level
 * are opened before.
 */
export function declaredTypes(roots: readonly PlaceKey[], source: SchemaSource): ReadonlyMap<PlaceKey, Declared> {
  const declared = new Map<PlaceKey, Declared>()
  for (const place of reachedFrom(roots, source)) {
    const name = source.nameAt(place)
    if (name !== undefined)
      declared.set(place, { name, type: typeFromSchema({ schema: source.schemaAt(place), place }, source) })
  }
  return declared
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
