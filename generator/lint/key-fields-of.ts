import type { Design } from '../build/design.js'
import { valueAt } from '../build/located.js'
import type { MessageDraft } from '../build/messages/draft.js'
import { type FieldExpression, parseField } from '../build/messages/field-expression.js'
import { type FieldText, fieldTexts } from '../build/messages/unknown-field.js'
import { type FieldSearch, findField } from '../build/schema/find-field.js'

/** A field of a business key: as it is written, what it names, and what the schema says of it. */
export interface KeyField extends FieldText {
  readonly message: MessageDraft
  readonly expression: FieldExpression
  /** Absent for a parameter of the address, which is always a text. */
  readonly search?: FieldSearch
}

/** Every rule about keys asks for them. */
const known = new WeakMap<MessageDraft, readonly KeyField[]>()

/** The fields of a message's business key, in their order; none where it has no key. */
export function keyFieldsOf(design: Design, message: MessageDraft): readonly KeyField[] {
  const fields = known.get(message) ?? lookUp(design, message)
  known.set(message, fields)
  return fields
}

function lookUp({ context }: Design, message: MessageDraft): readonly KeyField[] {
  return fieldTexts(valueAt(message.settings, 'businessKey')).map((field) => {
    const expression = parseField(field.text)
    const schema = expression.in === 'header' ? message.headers : message.payload
    const isLookedUp = expression.in !== 'parameter' && schema !== undefined
    return {
      ...field,
      message,
      expression,
      ...(isLookedUp ? { search: findField(context, schema, expression.path) } : {}),
    }
  })
}
