import type { Contract, PlaceKey } from '../../model/contract.js'
import type { Json } from '../../model/document.js'
import { pascalName } from '../../model/identifier.js'
import { referencesIn } from '../references-in.js'

/**
 * The declarations that the schemas of a contract need: those the contract names, and those that several references
 * share or that contain themselves, which cannot be written out where they stand. `taken`: names that are not free.
 */
export function typeNames(
  contract: Pick<Contract, 'names' | 'schemas'>,
  taken: ReadonlySet<string>,
): Map<PlaceKey, string> {
  const names = new Map<PlaceKey, string>()
  for (const place of Object.keys(contract.schemas).sort()) {
    const name = contract.names[place]
    if (name !== undefined) names.set(place, name)
  }
  const used = new Set([...taken, ...names.values()])
  for (const place of unnamedTargets(contract, names)) {
    const name = freeName(nameFromPlace(place), used)
    used.add(name)
    names.set(place, name)
  }
  return names
}

/** The first free one of `Name`, `Name2`, `Name3`, … */
export function freeName(name: string, used: { has(name: string): boolean }): string {
  if (!used.has(name)) return name
  for (let i = 2; ; i += 1) {
    if (!used.has(`${name}${i}`)) return `${name}${i}`
  }
}

/** Whether references lead from a place to another, or back to itself. */
export function isReachable(start: PlaceKey, goal: PlaceKey, schemaAt: (place: PlaceKey) => Json): boolean {
  const seen = new Set<PlaceKey>()
  const open = [...referencesIn(schemaAt(start))]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (place === goal) return true
    if (seen.has(place)) continue
    seen.add(place)
    open.push(...referencesIn(schemaAt(place)))
  }
  return false
}

function unnamedTargets(
  { schemas }: Pick<Contract, 'schemas'>,
  names: ReadonlyMap<PlaceKey, string>,
): readonly PlaceKey[] {
  const uses = new Map<PlaceKey, number>()
  for (const place of Object.values(schemas).flatMap(referencesIn)) uses.set(place, (uses.get(place) ?? 0) + 1)
  const unnamed = [...uses.keys()].filter((place) => !names.has(place)).sort()
  return unnamed.filter(
    (place) => (uses.get(place) ?? 0) > 1 || isReachable(place, place, (other) => schemas[other] ?? true),
  )
}

/** Parts of a pointer that say where a document keeps things, not what they are. */
const structure = new Set([
  'components',
  'channels',
  'messages',
  'schemas',
  'payload',
  'headers',
  'properties',
  'definitions',
])

function nameFromPlace(place: PlaceKey): string {
  const words = place.split(/[#/]/).filter((segment) => !structure.has(segment))
  return words.map((word) => pascalName(word) ?? '').join('') || 'Schema'
}
