import type { Contract } from '../../model/contract.js'
import { constantName, type Derived, derivedIn, derivedName, usualName } from '../../model/derived-names.js'
import { capitalised, pascalName } from '../../model/identifier.js'
import { placeKey } from '../../model/pointer.js'
import { compareText, groupBy } from '../group-by.js'
import type { MergedMessage } from '../messages/named-message.js'
import type { Claim } from './allocate.js'
import { type Named, nameOfMessage } from './nameable.js'
import { inlinePlace, typeId } from './type-claims.js'

export interface DerivedClaims {
  readonly errors: readonly Claim[]
  /** List by list, in the order in which newcomers choose. */
  readonly others: readonly (readonly Claim[])[]
  /** Each derived name, and the claim that decides it. */
  readonly all: readonly { readonly derived: Derived; readonly id: string }[]
}

/** What the output derives from messages, groups, event types and errors, and exports beside the types. */
export function derivedClaims(named: Named, previous: Contract | undefined): DerivedClaims {
  const before = previousNames(previous)
  const claim = (derived: Derived, ...others: readonly string[]): DerivedClaim => {
    const id = derivedId(derived)
    const [first = 'Name', ...rest] = [usualName(derived), ...others].filter((name) => name !== undefined)
    return { derived, id, preferences: [first, ...rest], previous: before(derived), isExact: true }
  }
  const messages = named.messages.map((merged) => ({ merged, of: nameOfMessage(named, merged) }))
  const groups = named.groups.map(({ group }) => named.groupNames.get(group) ?? group)
  const errors = [...new Set(named.errors)].map((of) => claim({ kind: 'errors', of }, `${of}Error`))
  const headers = messages.filter(({ merged }) => merged.drafts[0].contract.headers !== undefined)
  const others = [
    messages.map(({ merged, of }) => claim({ kind: 'messages', of }, `${of}Message${ofChannel(merged)}`)),
    headers
      .filter(({ merged }) => !hasOwnHeaders(merged))
      .map(({ merged, of }) => claim({ kind: 'headers', of }, `${of}Headers${ofChannel(merged)}`)),
    messages.map(({ merged, of }) => {
      const derived: Derived = { kind: 'keys', of }
      return claim(derived, `${usualName(derived)}${ofChannel(merged)}`)
    }),
    groups.map((of) => claim({ kind: 'handlers', of }, `${capitalised(of)}GroupHandlers`)),
    groups.map((of) => claim({ kind: 'starts', of }, `start${capitalised(of)}Group`)),
    ...constantClaims(messages, claim),
  ]
  const ownHeaders = headers.flatMap(({ merged, of }) => {
    const derived: Derived = { kind: 'headers', of }
    return hasOwnHeaders(merged) ? [{ derived, id: typeId(inlinePlace(merged, 'headers')) }] : []
  })
  return { errors, others, all: [...errors, ...others.flat(), ...ownHeaders] }
}

interface DerivedClaim extends Claim {
  readonly derived: Derived
}

function derivedId({ kind, of }: Derived): string {
  return `${kind} ${of}`
}

/** The names that the previous contract gave, said or usual. */
function previousNames(previous: Contract | undefined): (derived: Derived) => string | undefined {
  const given = new Set(previous === undefined ? [] : derivedIn(previous).map(derivedId))
  return (derived) => (given.has(derivedId(derived)) ? derivedName(previous?.derivedNames, derived) : undefined)
}

/** Whether the headers are declared as the type of their place, and not by the message a second time. */
function hasOwnHeaders(merged: MergedMessage): boolean {
  return !merged.isSplit && merged.drafts[0].contract.headers === placeKey(inlinePlace(merged, 'headers'))
}

function ofChannel({ drafts }: MergedMessage): string {
  return `Of${pascalName(drafts[0].channel.key) ?? 'Channel'}`
}

/** Event types that are written like their constant first: `ORDER_PAID` before `order.paid`. */
function constantClaims(
  messages: readonly { readonly merged: MergedMessage; readonly of: string }[],
  claim: (derived: Derived, ...others: readonly string[]) => Claim & { readonly derived: Derived },
): readonly (readonly DerivedClaim[])[] {
  const byType = [...groupBy(messages, ({ merged }) => merged.drafts[0].contract.eventType)]
  const claims = byType.map(([eventType, own]) => {
    const [first] = own.map(({ of }) => of).sort(compareText)
    return claim({ kind: 'eventTypes', of: eventType }, constantName(first ?? '') ?? 'EVENT')
  })
  const isWrittenSo = ({ derived }: DerivedClaim) => usualName(derived) === derived.of
  return [claims.filter(isWrittenSo), claims.filter((one) => !isWrittenSo(one))]
}
