import { nameWords } from '../../model/words.js'
import { identified } from '../identified.js'
import type { KeyField } from '../key-fields-of.js'
import { keyText } from '../key-text.js'
import { type BusinessKey, keysOf } from '../keys-of.js'
import type { Fault, Rule } from '../rule.js'

export const keyIsTooFine: Rule = {
  name: 'key-is-too-fine',
  topic: 'key',
  severity: 'warning',
  summary: 'the business key tells copies of one event apart',
  why: `Each field of a key has to be equal in every copy of the event. An id that is made for each message, or a text that
people edit, beside the id of the order turns the second copy into another event, and the handler runs twice.`,
  wrong: `
components:
  messages:
    OrderPaid: { payload: { properties: { eventId: { type: string, format: uuid } }, required: [orderId, eventId] } }
channels: { orders: { x-idempotency: { businessKey: [orderId, eventId] } } }`,
  right: 'businessKey: [orderId]',
  check: (design) => keysOf(design).flatMap(faultsOf),
}

function faultsOf({ fields }: BusinessKey): readonly Fault[] {
  const ids = fields.filter((field) => namesThing(field))
  return fields.flatMap((field) => {
    const others = ids.filter((other) => other !== field)
    if (others.length === 0) return []
    const what = whatItIs(field)
    if (what === undefined) return []
    const rest = keyText(fields.filter((other) => whatItIs(other) === undefined))
    return {
      message: `"${field.text}" is ${what}, and ${rest} already names the event`,
      hint: `leave it out${namesMessage(field) ? ', or make it the whole key if the producer keeps it when it repeats itself' : ''}`,
      at: field.place,
    }
  })
}

function whatItIs(field: KeyField): string | undefined {
  if (namesMessage(field)) return 'made for each message'
  return texts.has(nameWords(field.expression.path.at(-1) ?? '').at(-1) ?? '') ? 'a text that may be edited' : undefined
}

/** An id without saying of what, beside one that says it. */
function namesMessage({ expression }: KeyField): boolean {
  return messageIds.has(nameWords(expression.path.at(-1) ?? '').join(' '))
}

/** An identifier that says what it identifies. */
function namesThing(field: KeyField): boolean {
  return !namesMessage(field) && (identified(field.expression)?.length ?? 0) > 0
}

const messageIds: ReadonlySet<string> = new Set(['event id', 'event uuid', 'uuid', 'guid', 'notification id'])
const texts: ReadonlySet<string> = new Set('note notes comment comments description remark remarks'.split(' '))
