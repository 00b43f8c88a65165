import type { Contract, MessageContract, PlaceKey } from '../../model/contract.js'
import { placeKey } from '../../model/pointer.js'
import type { Found } from '../../model/reference.js'
import { canonicalText } from '../canonical.js'
import type { Channel, ChannelMessage } from '../channel.js'
import { compareText, groupBy } from '../group-by.js'
import type { MessageDraft } from './draft.js'

/** Pairs of channel and message that are one message of the contract: same definition, same word on what it is. */
export interface MergedMessage {
  /** In the order of their places, whatever the order of the document. */
  readonly drafts: readonly [MessageDraft, ...MessageDraft[]]
  /** What the name is given to: the definition, or its use in a channel where other channels mean another event by it. */
  readonly place: PlaceKey
  readonly isSplit: boolean
  /** The name that it had in the previous contract. */
  readonly previous?: string
}

/**
 * Merges the pairs that agree. A definition that channels disagree about becomes several messages, and each keeps the
 * name that it had in the previous contract.
 */
export function mergeMessages(
  drafts: readonly MessageDraft[],
  previous: Contract | undefined,
): readonly MergedMessage[] {
  const ordered = drafts.toSorted((left, right) => compareText(orderOf(left), orderOf(right)))
  return [...groupBy(ordered, ({ message }) => placeKey(message.node.place))].flatMap(
    ([definition, sameDefinition]) => {
      const meanings = [...groupBy(sameDefinition, ({ contract }) => meaningOf(contract)).values()]
      const heir = heirOf(meanings, definition, previous)
      // Written out in one of the channels: that use is the definition, so no other may have its place.
      const owner = meanings.find((own) => own.some((draft) => usePlace(draft) === definition)) ?? heir
      return meanings.map((own): MergedMessage => {
        const split = splitUse(own, definition, previous)
        const name = own === heir ? nameAt(previous, definition) : split && nameAt(previous, split)
        return {
          drafts: own,
          place: own === owner ? definition : (split ?? usePlace(own[0])),
          isSplit: own !== owner,
          ...(name === undefined ? {} : { previous: name }),
        }
      })
    },
  )
}

type SameMeaning = readonly [MessageDraft, ...MessageDraft[]]

/**
 * Who goes on with the definition's name: the message that means what the holder of the name meant, else the only one
 * that had no name of its own.
 */
function heirOf(
  meanings: readonly SameMeaning[],
  definition: PlaceKey,
  previous: Contract | undefined,
): SameMeaning | undefined {
  const name = nameAt(previous, definition)
  const before =
    name !== undefined && Object.hasOwn(previous?.messages ?? {}, name) ? previous?.messages[name] : undefined
  const unnamed = meanings.filter((own) => splitUse(own, definition, previous) === undefined)
  const only = unnamed.length === 1 ? unnamed[0] : undefined
  if (before === undefined) return only
  const eventOf = ({ eventType, key }: Meaning) => canonicalText([eventType, key])
  return (
    meanings.find(([{ contract }]) => meaningOf(contract) === meaningOf(before)) ??
    unnamed.find(([{ contract }]) => eventOf(contract) === eventOf(before)) ??
    only ??
    unnamed.find((own) => own.some(({ contract }) => contract.addresses.some((to) => before.addresses.includes(to))))
  )
}

/** The use that had a name of its own in the previous contract. */
function splitUse(own: SameMeaning, definition: PlaceKey, previous: Contract | undefined): PlaceKey | undefined {
  return own.map(usePlace).find((use) => use !== definition && nameAt(previous, use) !== undefined)
}

function nameAt(previous: Contract | undefined, place: PlaceKey): string | undefined {
  return previous !== undefined && Object.hasOwn(previous.names, place) ? previous.names[place] : undefined
}

function usePlace({ message }: MessageDraft): PlaceKey {
  return placeKey(message.use)
}

function orderOf(draft: MessageDraft): string {
  return JSON.stringify([usePlace(draft), draft.channel.key])
}

/** The key of a pair in maps. */
export function pairKey(channel: Channel, message: ChannelMessage): string {
  return JSON.stringify([channel.key, message.key])
}

/** The payload and the headers that a message is made of. */
export function schemasOf(drafts: readonly MessageDraft[]): readonly Found[] {
  return drafts.flatMap(({ payload, headers }) => [payload, headers].filter((schema) => schema !== undefined))
}

type Meaning = Pick<MessageContract, 'eventType' | 'key' | 'keyVersion' | 'fingerprint' | 'sensitive'>

function meaningOf({ eventType, key, keyVersion, fingerprint, sensitive }: Meaning): string {
  return canonicalText([eventType, key, keyVersion, fingerprint, sensitive])
}
