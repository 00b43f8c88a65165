import type { PlaceKey } from '../../model/contract.js'
import type { Place } from '../../model/pointer.js'
import type { MergedMessage } from '../messages/named-message.js'

/** What needs names. */
export interface Nameable {
  readonly messages: readonly MergedMessage[]
  readonly groups: readonly { readonly group: string; readonly from: readonly PlaceKey[] }[]
  /** Every schema of the contract. */
  readonly schemas: readonly Place[]
  /** Names of declared errors. */
  readonly errors: readonly string[]
}

/** The same, once messages and groups have their identifiers. */
export interface Named extends Nameable {
  /** By `MergedMessage.place`. */
  readonly messageNames: ReadonlyMap<PlaceKey, string>
  /** By group. */
  readonly groupNames: ReadonlyMap<string, string>
}

/** The message's identifier. */
export function nameOfMessage({ messageNames }: Pick<Named, 'messageNames'>, { place }: MergedMessage): string {
  return messageNames.get(place) ?? place
}

/** What a text holds that is the value of a record's own member. */
export function ownValue(record: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
