import type { Contract, PlaceKey } from '../../model/contract.js'
import { placeKey } from '../../model/pointer.js'
import type { Found } from '../../model/reference.js'
import type { Channel, ChannelMessage } from '../channel.js'
import { groupBy } from '../group-by.js'
import type { MessageDraft } from './draft.js'

/** Pairs of channel and message that are one message of the contract: same definition, same word on what it is. */
export interface MergedMessage {
  readonly drafts: readonly [MessageDraft, ...MessageDraft[]]
  /** What the name is given to: the definition, or its use in a channel where other channels mean another event by it. */
  readonly place: PlaceKey
  readonly isSplit: boolean
}

/**
 * Merges the pairs that agree. A definition that channels disagree about becomes several messages; the one that had the
 * definition's name in the previous contract keeps it.
 */
export function mergeMessages(
  drafts: readonly MessageDraft[],
  previous: Contract | undefined,
): readonly MergedMessage[] {
  return [...groupBy(drafts, ({ message }) => placeKey(message.node.place))].flatMap(([definition, sameDefinition]) => {
    const classes = [...groupBy(sameDefinition, meaningOf).values()]
    const holder = classes.length === 1 ? classes[0] : classes.find(([draft]) => isHolder(draft, definition, previous))
    return classes.map((own) => {
      const isSplit = own !== holder
      return { drafts: own, place: isSplit ? placeKey(own[0].message.use) : definition, isSplit }
    })
  })
}

function isHolder({ contract }: MessageDraft, definition: PlaceKey, previous: Contract | undefined): boolean {
  const name =
    previous !== undefined && Object.hasOwn(previous.names, definition) ? previous.names[definition] : undefined
  const before = name === undefined ? undefined : previous?.messages[name]
  return before?.eventType === contract.eventType && JSON.stringify(before.key) === JSON.stringify(contract.key)
}

/** The key of a pair in maps. */
export function pairKey(channel: Channel, message: ChannelMessage): string {
  return JSON.stringify([channel.key, message.key])
}

/** The payload and the headers that a message is made of. */
export function schemasOf(drafts: readonly MessageDraft[]): readonly Found[] {
  return drafts.flatMap(({ payload, headers }) => [payload, headers].filter((schema) => schema !== undefined))
}

function meaningOf({ contract }: MessageDraft): string {
  const { eventType, key, keyVersion, fingerprint, sensitive } = contract
  return JSON.stringify([eventType, key, keyVersion, fingerprint, sensitive])
}
