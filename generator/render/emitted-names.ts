import type { Contract, DerivedKind, PlaceKey } from '../model/contract.js'
import { derivedIn, derivedName, usualName } from '../model/derived-names.js'
import { fixedExports } from '../model/runtime-exports.js'
import { freeName, typeNames } from './types/type-names.js'

/** Every name that the output declares because of the spec; no two are equal, whatever the spec calls its things. */
export interface EmittedNames {
  /** The declared types, by the place of their schema. */
  readonly types: ReadonlyMap<PlaceKey, string>
  /** By the message's name in the contract. */
  readonly messages: ReadonlyMap<string, MessageNames>
  /** Constants, by event type. */
  readonly eventTypes: ReadonlyMap<string, string>
  /** By the group's name in the contract. */
  readonly groups: ReadonlyMap<string, { readonly handlers: string; readonly start: string }>
  /** Classes, by the error's name in the spec. */
  readonly errors: ReadonlyMap<string, string>
}

export interface MessageNames {
  /** The type of payload, headers and parameters together: `OrderPaidMessage`. */
  readonly message: string
  readonly headers: string
  /** `orderPaidKey` */
  readonly keyFunction: string
}

/** What the contract says, and what it leaves to be worked out since nothing clashed when it was made. */
export function emittedNames(contract: Contract): EmittedNames {
  const types = typeNames(contract, fixedExports)
  const used = new Set([...fixedExports, ...types.values()])
  const claim = (name: string) => {
    const free = freeName(name, used)
    used.add(free)
    return free
  }
  for (const [place, id] of unnamedPayloads(contract, types))
    types.set(place, claim(used.has(id) ? `${id}Payload` : id))
  const derived = new Map<DerivedKind, Map<string, string>>()
  for (const one of derivedIn(contract)) {
    const name = derivedName(contract.derivedNames, one) ?? 'EVENT'
    // The type of the headers' place is declared in their stead.
    const isDeclared = one.kind === 'headers' && types.get(contract.messages[one.of]?.headers ?? '') === name
    derived.set(one.kind, (derived.get(one.kind) ?? new Map()).set(one.of, isDeclared ? name : claim(name)))
  }
  const name = (kind: DerivedKind, of: string) => derived.get(kind)?.get(of) ?? usualName({ kind, of }) ?? of
  return {
    types,
    messages: byId(contract.messages, (of) => {
      return { message: name('messages', of), headers: name('headers', of), keyFunction: name('keys', of) }
    }),
    eventTypes: derived.get('eventTypes') ?? new Map(),
    groups: byId(contract.groups, (of) => ({ handlers: name('handlers', of), start: name('starts', of) })),
    errors: derived.get('errors') ?? new Map(),
  }
}

function byId<Names>(record: object, namesOf: (id: string) => Names): ReadonlyMap<string, Names> {
  return new Map(Object.keys(record).map((id) => [id, namesOf(id)]))
}

/** Payloads that the contract gives no name and that are no mere reference: the type is named like the message. */
function unnamedPayloads(
  contract: Contract,
  types: ReadonlyMap<PlaceKey, string>,
): readonly (readonly [PlaceKey, string])[] {
  const found = new Map<PlaceKey, string>()
  for (const [id, { payload }] of sortedEntries(contract.messages)) {
    if (payload === undefined || types.has(payload) || found.has(payload) || isReference(contract, payload)) continue
    found.set(payload, id)
  }
  return [...found]
}

function isReference(contract: Contract, place: PlaceKey): boolean {
  const schema = contract.schemas[place]
  return typeof schema === 'object' && schema !== null && '$ref' in schema
}

function sortedEntries<Value>(record: Readonly<Record<string, Value>>): readonly (readonly [string, Value])[] {
  return Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1))
}
