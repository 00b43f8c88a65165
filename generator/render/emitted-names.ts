import type { Contract, PlaceKey } from '../model/contract.js'
import { camelName, isIdentifier, pascalName } from '../model/identifier.js'
import { fixedExports } from '../model/runtime-exports.js'
import { nameWords } from '../model/words.js'
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

/** The names in the contract stay as they are; those made from them give way where one is taken. */
export function emittedNames(contract: Contract): EmittedNames {
  const types = typeNames(contract, new Set([...fixedExports, ...localNames]))
  const used = new Set([...fixedExports, ...localNames, ...types.values()])
  const claim = (...preferences: readonly [string, ...string[]]) => {
    const name = preferences.find((preference) => !used.has(preference)) ?? freeName(preferences[0], used)
    used.add(name)
    return name
  }
  const messageIds = Object.keys(contract.messages).sort()
  for (const [place, name] of unnamedPayloads(contract, types)) types.set(place, claim(name, `${name}Payload`))
  const camelNames = new Map(Object.entries(contract.publishers).map(([name, { message }]) => [message, name]))
  const messages = messageIds.map((id) => {
    const keyFunction = claim(`${camelNames.get(id) ?? camelName(id)}Key`)
    return [
      id,
      { message: claim(`${id}Message`), headers: claimHeaders(id, contract, types, claim), keyFunction },
    ] as const
  })
  const groups = Object.keys(contract.groups)
    .sort()
    .map((id) => {
      const name = id.charAt(0).toUpperCase() + id.slice(1)
      return [id, { handlers: claim(`${name}Handlers`), start: claim(`start${name}`) }] as const
    })
  const eventTypes = eventTypesOf(contract).map(([eventType, id]) => {
    return [eventType, claim(constantName(eventType) || constantName(id), constantName(id))] as const
  })
  const errors = errorNames(contract).map((name) => [name, claim(className(name), `${className(name)}Error`)] as const)
  return {
    types,
    messages: new Map(messages),
    eventTypes: new Map(eventTypes),
    groups: new Map(groups),
    errors: new Map(errors),
  }
}

/** The names of declared errors, sorted. */
export function errorNames(contract: Contract): readonly string[] {
  const names = Object.values(contract.groups).flatMap(({ errors }) => [...errors.business, ...errors.system])
  return [...new Set(names)].sort()
}

/** Names that the emitted files use themselves, imported or global. */
const localNames: readonly string[] = [
  ...['businessKey', 'exchanges', 'groups', 'messages', 'openPublishers', 'publishers', 'schemas', 'startGroup'],
  ...['Error', 'ErrorOptions', 'Promise', 'Readonly', 'Record', 'undefined'],
]

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

/** The contract's own name where it names the inline headers of this message. */
function claimHeaders(
  id: string,
  contract: Contract,
  types: ReadonlyMap<PlaceKey, string>,
  claim: (name: string) => string,
): string {
  const headers = contract.messages[id]?.headers
  const named = headers === undefined ? undefined : types.get(headers)
  return named === `${id}Headers` ? named : claim(`${id}Headers`)
}

function isReference(contract: Contract, place: PlaceKey): boolean {
  const schema = contract.schemas[place]
  return typeof schema === 'object' && schema !== null && '$ref' in schema
}

/** Each event type with the first message that has it; those that are a constant's name already come first. */
function eventTypesOf(contract: Contract): readonly (readonly [eventType: string, id: string])[] {
  const first = new Map<string, string>()
  for (const [id, { eventType }] of sortedEntries(contract.messages))
    if (!first.has(eventType)) first.set(eventType, id)
  const entries = [...first].sort(([left], [right]) => (left < right ? -1 : 1))
  return [
    ...entries.filter(([eventType]) => constantName(eventType) === eventType),
    ...entries.filter(([eventType]) => constantName(eventType) !== eventType),
  ]
}

/** `order.paid` and `OrderPaid` as `ORDER_PAID`; empty when nothing is left of the text. */
function constantName(text: string): string {
  if (/^[A-Z_][A-Z0-9_]*$/.test(text)) return text
  const name = nameWords(text).join('_').toUpperCase()
  return name === '' || isIdentifier(name) ? name : `EVENT_${name}`
}

/** The spec's name where it can name a class, else its words put together. */
function className(name: string): string {
  return isIdentifier(name) ? name : (pascalName(name) ?? 'Declared')
}

function sortedEntries<Value>(record: Readonly<Record<string, Value>>): readonly (readonly [string, Value])[] {
  return Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1))
}
