import type { Contract, DerivedNames, PlaceKey } from '../../model/contract.js'
import { usualName } from '../../model/derived-names.js'
import { camelName, pascalName } from '../../model/identifier.js'
import { placeKey } from '../../model/pointer.js'
import { isReservedName } from '../../model/runtime-exports.js'
import { groupBy, sortedRecord } from '../group-by.js'
import type { MergedMessage } from '../messages/named-message.js'
import { allocateNames, type Claim } from './allocate.js'
import { type DerivedClaims, derivedClaims } from './derived-claims.js'
import type { Nameable } from './nameable.js'
import { messageName } from './place-names.js'
import { typeClaims, typeId } from './type-claims.js'

export interface Names {
  /** As the contract has them: by place. */
  readonly byPlace: Readonly<Record<PlaceKey, string>>
  /** As the contract has them: those that are not as usual. */
  readonly derived: DerivedNames
  /** By `MergedMessage.place`. */
  readonly messages: ReadonlyMap<PlaceKey, string>
  /** By group. */
  readonly groups: ReadonlyMap<string, string>
}

/**
 * Names everything that the output names because of the spec. Component messages and schemas are called by their key;
 * what is written out in place is qualified. Names of the previous contract win, so that nothing that a service imports
 * is called otherwise because something else came or went.
 */
export function giveNames(nameable: Nameable, previous: Contract | undefined): Names {
  const messages = allocateNames([nameable.messages.map(messageClaim)], isInherited)
  const groups = allocateNames([nameable.groups.map(({ group }) => groupClaim(group, previous))], isInherited)
  const named = { ...nameable, messageNames: messages, groupNames: groups }
  const types = typeClaims(named, previous)
  const derived = derivedClaims(named, previous)
  // Among newcomers an error comes first, since its name is its code, then a component: both are the spec's own words.
  const exported = allocateNames([derived.errors, types.components, types.inline, ...derived.others], isReservedName)
  const byPlace = [
    ...nameable.schemas.map((place) => [placeKey(place), exported.get(typeId(place))] as const),
    ...messages,
    ...nameable.messages.flatMap((message) =>
      usesOf(message).map((use) => [use, messages.get(message.place)] as const),
    ),
    ...nameable.groups.flatMap(({ group, from }) => from.map((place) => [place, groups.get(group)] as const)),
  ]
  return {
    byPlace: sortedRecord(byPlace.flatMap(([place, name]) => (name === undefined ? [] : [[place, name] as const]))),
    derived: unusualNames(derived, exported),
    messages,
    groups,
  }
}

/** A message that has its name by a use has it by each of them, so that it keeps the name when one goes. */
function usesOf({ drafts, isSplit, place }: MergedMessage): readonly PlaceKey[] {
  const uses = isSplit ? drafts.map(({ message }) => placeKey(message.use)) : []
  return uses.filter((use) => use !== place)
}

/** Members that every object has: as the name of a publisher or a group they would be found where nothing is. */
function isInherited(name: string): boolean {
  return inheritedNames.has(name.toLowerCase()) || name.startsWith('__')
}

/** `then` too: what has it would be taken for a promise. */
const inheritedNames: ReadonlySet<string> = new Set(
  ['then', ...Object.getOwnPropertyNames(Object.prototype)].map((name) => name.toLowerCase()),
)

function messageClaim({ drafts, place, isSplit, previous }: MergedMessage): Claim {
  const { channel, message } = drafts[0]
  const own = messageName(message)
  const channelName = pascalName(channel.key) ?? 'Channel'
  const wanted = isSplit ? own + channelName : own
  // A message that is written out in its channel is qualified by it already.
  const others = own.startsWith(channelName) ? [] : [`${own}Of${channelName}`]
  return { id: place, preferences: [wanted, ...others], previous }
}

function groupClaim(group: string, previous: Contract | undefined): Claim {
  const wanted = camelName(pascalName(group) ?? 'Group')
  const had = Object.entries(previous?.groups ?? {}).find(([, contract]) => contract.group === group)
  return { id: group, preferences: [wanted, `${wanted}Group`], previous: had?.[0] }
}

/** What a reader of the contract could not work out. */
function unusualNames({ all }: DerivedClaims, exported: ReadonlyMap<string, string>): DerivedNames {
  const named = all.flatMap(({ derived, id }) => {
    const name = exported.get(id)
    return name === undefined || name === usualName(derived) ? [] : [{ ...derived, name }]
  })
  const kinds = [...groupBy(named, ({ kind }) => kind)]
  return sortedRecord(kinds.map(([kind, own]) => [kind, sortedRecord(own.map(({ of, name }) => [of, name]))]))
}
