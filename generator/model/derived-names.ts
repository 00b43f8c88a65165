import type { Contract, DerivedKind, DerivedNames } from './contract.js'
import { camelName, capitalised, isIdentifier, nameParts, pascalName } from './identifier.js'
import { nameWords } from './words.js'

/** One derived name, by what it is made of: a message's or group's identifier, an event type, the name of an error. */
export interface Derived {
  readonly kind: DerivedKind
  readonly of: string
}

/** Every name that the output of a contract derives. */
export function derivedIn(contract: Pick<Contract, 'messages' | 'groups'>): readonly Derived[] {
  const messages = Object.entries(contract.messages)
  const derived = (kind: DerivedKind, names: readonly string[]) => names.map((of): Derived => ({ kind, of }))
  const ids = messages.map(([id]) => id)
  const withHeaders = messages.filter(([, { headers }]) => headers !== undefined).map(([id]) => id)
  const groups = Object.keys(contract.groups)
  return [
    ...derived('errors', errorNames(contract)),
    ...derived('messages', ids),
    ...derived('headers', withHeaders),
    ...derived('keys', ids),
    ...derived('handlers', groups),
    ...derived('starts', groups),
    ...derived('eventTypes', [...new Set(messages.map(([, { eventType }]) => eventType))]),
  ]
}

/** The names of declared errors, sorted. */
export function errorNames({ groups }: Pick<Contract, 'groups'>): readonly string[] {
  const names = Object.values(groups).flatMap(({ errors }) => [...errors.business, ...errors.system])
  return [...new Set(names)].sort()
}

/** The name that a contract gives, said or usual; undefined where there is no usual one. */
export function derivedName(names: DerivedNames | undefined, { kind, of }: Derived): string | undefined {
  const said = names?.[kind]
  return said !== undefined && Object.hasOwn(said, of) ? said[of] : usualName({ kind, of })
}

/**
 * The name where nothing stands against it. It depends on nothing else, so that it stays whatever comes and goes;
 * undefined for an event type without a letter or digit.
 */
export function usualName({ kind, of }: Derived): string | undefined {
  switch (kind) {
    case 'messages':
      return `${of}Message`
    case 'headers':
      return `${of}Headers`
    case 'keys':
      return `${camelName(of)}Key`
    case 'handlers':
      return `${capitalised(of)}Handlers`
    case 'starts':
      return `start${capitalised(of)}`
    case 'eventTypes':
      return constantName(of)
    case 'errors':
      return isIdentifier(of) ? of : (pascalName(of) ?? 'Declared')
  }
}

/** `order.paid` and `OrderPaid` as `ORDER_PAID`; undefined when nothing is left of the text. */
export function constantName(text: string): string | undefined {
  if (isIdentifier(text) && /^[A-Z_][A-Z0-9_]*$/.test(text)) return text
  // Some letters have capitals that no name may hold.
  const words = nameParts(nameWords(text).join('_').toUpperCase())
  if (words.length === 0) return undefined
  const name = words.join('_')
  return isIdentifier(name) ? name : `EVENT_${name}`
}
