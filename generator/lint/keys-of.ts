import type { Design } from '../build/design.js'
import { valueAt } from '../build/located.js'
import type { MessageDraft } from '../build/messages/draft.js'
import type { Place } from '../model/pointer.js'
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
