import type { Contract, PlaceKey } from '../../model/contract.js'
import { pascalName } from '../../model/identifier.js'
import { joinPointer, type Place, placeKey } from '../../model/pointer.js'
import type { MergedMessage } from '../messages/named-message.js'
import type { Claim } from './allocate.js'
import { type Named, nameOfMessage, ownValue } from './nameable.js'
import { messageName, schemaName } from './place-names.js'

/** The claim of a schema's type. */
export function typeId(place: Place): string {
  return `type ${placeKey(place)}`
}

export interface TypeClaims {
  readonly components: readonly Claim[]
  /** Payloads and headers that are written out in a message, and named after it. */
  readonly inline: readonly Claim[]
}

/** A type for each schema. On a clash the component keeps its name. */
export function typeClaims(named: Named, previous: Contract | undefined): TypeClaims {
  const inline = inlinePreferences(named)
  const before = previous?.names ?? {}
  const claims = named.schemas.map((place) => {
    const key = placeKey(place)
    const name = schemaName(place)
    const own = inline.get(key)
    const preferences: Claim['preferences'] = own ?? [name, `${name}Schema`]
    return { isInline: own !== undefined, id: typeId(place), preferences, previous: ownValue(before, key) }
  })
  return { components: claims.filter(({ isInline }) => !isInline), inline: claims.filter(({ isInline }) => isInline) }
}

/** Where a message's own payload or headers stand. */
export function inlinePlace({ drafts }: MergedMessage, member: 'payload' | 'headers'): Place {
  const { file, pointer } = drafts[0].message.node.place
  return { file, pointer: joinPointer(pointer, member) }
}

function inlinePreferences(named: Named): ReadonlyMap<PlaceKey, Claim['preferences']> {
  const inline = new Map<PlaceKey, Claim['preferences']>()
  // Messages that share a definition share what is written in it: the one that has the definition's name gives it.
  for (const merged of named.messages.toSorted((left, right) => Number(right.isSplit) - Number(left.isSplit))) {
    const { channel, message } = merged.drafts[0]
    const name = merged.isSplit ? messageName(message) : nameOfMessage(named, merged)
    const of = `Of${pascalName(channel.key) ?? 'Channel'}`
    inline.set(placeKey(inlinePlace(merged, 'payload')), [name, `${name}Payload`, `${name}Payload${of}`])
    inline.set(placeKey(inlinePlace(merged, 'headers')), [`${name}Headers`, `${name}Headers${of}`])
  }
  return inline
}
