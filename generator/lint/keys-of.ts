import type { Design } from '../build/design.js'
import { valueAt } from '../build/located.js'
import type { MessageDraft } from '../build/messages/draft.js'
import { type Place, placeKey } from '../model/pointer.js'
import { type KeyField, keyFieldsOf } from './key-fields-of.js'

/** The business key of one message on one channel. */
export interface BusinessKey {
  readonly message: MessageDraft
  readonly fields: readonly KeyField[]
  /** Where it is written. */
  readonly place: Place
}

/** All keys of a document, in its order; messages without one are left out. */
export function keysOf(design: Design): readonly BusinessKey[] {
  return design.messages.flatMap((message) => {
    const fields = keyFieldsOf(design, message)
    const place = valueAt(message.settings, 'businessKey')?.place
    return place === undefined || fields.length === 0 ? [] : [{ message, fields, place }]
  })
}

/**
 * Whether two keys are meant for one event: they belong to the same message, or somebody gave both messages one event
 * type. Messages that happen to have the same key in two channels, `Created` say, are events of their own.
 */
export function nameOneEvent(one: BusinessKey, other: BusinessKey): boolean {
  const [first, second] = [one.message, other.message]
  if (first.contract.eventType !== second.contract.eventType) return false
  if (placeKey(first.message.node.place) === placeKey(second.message.node.place)) return true
  return isNamed(one) && isNamed(other)
}

function isNamed({ message: { settings, message } }: BusinessKey): boolean {
  return valueAt(settings, 'eventType') !== undefined || typeof message.node.value.name === 'string'
}
