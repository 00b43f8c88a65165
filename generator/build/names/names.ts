import type { Contract, PlaceKey } from '../../model/contract.js'
import { camelName, pascalName, reservedWords } from '../../model/identifier.js'
import { joinPointer, type Place, placeKey } from '../../model/pointer.js'
import { fixedExports } from '../../model/runtime-exports.js'
import { sortedRecord } from '../group-by.js'
import type { MergedMessage } from '../messages/named-message.js'
import { allocateNames, type Claim } from './allocate.js'
import { messageName, schemaName } from './place-names.js'

export interface Nameable {
  readonly messages: readonly MergedMessage[]
  readonly groups: readonly { readonly group: string; readonly from: readonly PlaceKey[] }[]
  /** Every schema of the contract. */
  readonly schemas: readonly Place[]
  /** Names of declared errors: these are classes and never change. */
  readonly errors: readonly string[]
}

export interface Names {
  /** As the contract has them: by place. */
  readonly byPlace: Readonly<Record<PlaceKey, string>>
  /** By `MergedMessage.place`. */
  readonly messages: ReadonlyMap<PlaceKey, string>
  /** By group. */
  readonly groups: ReadonlyMap<string, string>
}

/**
 * Names everything that the output names because of the spec. Component messages and schemas are called by their key;
 * what is written out in place is qualified. Names of the previous contract win.
 */
export function giveNames(nameable: Nameable, previous: Contract | undefined): Names {
  const before = previous?.names ?? {}
  const messages = allocateNames([nameable.messages.map((message) => messageClaim(message, before))], {
    reserved: inheritedNames,
  })
  const groups = allocateNames([nameable.groups.map((group) => groupClaim(group.group, previous))], {
    reserved: new Set([...reservedWords, ...[...inheritedNames].map(camelName)]),
  })
  const types = allocateNames(typeClaims(nameable, messages, before), {
    reserved: new Set([...fixedExports, ...globalTypes]),
    taken: nameable.errors,
  })
  const groupPlaces = nameable.groups.flatMap(({ group, from }) => {
    return from.map((place) => [place, groups.get(group) ?? group] as const)
  })
  return { byPlace: sortedRecord([...types, ...messages, ...groupPlaces]), messages, groups }
}

/** Members that every object has: as the name of a publisher or a group they would be found where nothing is. */
const inheritedNames: ReadonlySet<string> = new Set(
  'Constructor HasOwnProperty IsPrototypeOf PropertyIsEnumerable Then ToLocaleString ToString ValueOf'.split(' '),
)

/** Types of TypeScript that emitted code uses, or whose loss in a module would surprise. */
const globalTypes: ReadonlySet<string> = new Set(
  `AbortSignal Array Awaited BigInt Boolean Buffer Date Error ErrorOptions Exclude Extract Function Map Math NonNullable
  Number Object Omit Partial Pick Promise PropertyKey Readonly ReadonlyArray ReadonlyMap ReadonlySet Record RegExp
  Required Set String Symbol`.split(/\s+/),
)

function messageClaim({ drafts, place, isSplit }: MergedMessage, before: Contract['names']): Claim {
  const { channel, message } = drafts[0]
  const own = messageName(message.node.place)
  const channelName = pascalName(channel.key) ?? 'Channel'
  const wanted = isSplit ? own + channelName : own
  return { id: place, preferences: [wanted, `${own}Of${channelName}`], previous: ownValue(before, place) }
}

function groupClaim(group: string, previous: Contract | undefined): Claim {
  const wanted = camelName(pascalName(group) ?? 'Group')
  const had = Object.entries(previous?.groups ?? {}).find(([, contract]) => contract.group === group)
  return { id: group, preferences: [wanted, `${wanted}Group`], previous: had?.[0] }
}

/** Components first, then what is named after a message: on a clash the component keeps its name. */
function typeClaims(
  { messages, schemas }: Nameable,
  names: ReadonlyMap<PlaceKey, string>,
  before: Contract['names'],
): readonly (readonly Claim[])[] {
  const inline = new Map<PlaceKey, Claim['preferences']>()
  for (const merged of messages) {
    const { channel, message } = merged.drafts[0]
    const { place } = message.node
    const name = merged.isSplit ? messageName(place) : (names.get(merged.place) ?? messageName(place))
    const of = `Of${pascalName(channel.key) ?? 'Channel'}`
    const below = (member: string) => placeKey({ file: place.file, pointer: joinPointer(place.pointer, member) })
    inline.set(below('payload'), [name, `${name}Payload`, `${name}Payload${of}`])
    inline.set(below('headers'), [`${name}Headers`, `${name}Headers${of}`])
  }
  const claims = schemas.map((place): Claim => {
    const id = placeKey(place)
    const name = schemaName(place)
    return { id, preferences: inline.get(id) ?? [name, `${name}Schema`], previous: ownValue(before, id) }
  })
  return [claims.filter(({ id }) => !inline.has(id)), claims.filter(({ id }) => inline.has(id))]
}

function ownValue(record: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
