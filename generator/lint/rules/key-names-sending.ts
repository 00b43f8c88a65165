import type { Design } from '../../build/design.js'
import { volatileKind } from '../../model/volatile.js'
import { described } from '../field-schemas.js'
import { type KeyField, keyFieldsOf } from '../key-fields-of.js'
import { keyText } from '../key-text.js'
import type { Rule } from '../rule.js'

export const keyNamesSending: Rule = {
  name: 'key-names-sending',
  topic: 'key',
  severity: 'error',
  summary: 'the business key is the id of a message, a request or a trace',
  why: `Such an id names one sending. It tells a redelivery by the broker, but not the second message that a producer
sends for the same business action: after a timeout, a restart or a click on the button once more, it has another id,
and the handler runs again. The id is for tracing; the key names what was done.`,
  wrong: 'businessKey: [requestId]',
  right: 'businessKey: [orderId]',
  check: (design) =>
    design.messages.flatMap((message) => {
      const correlation = message.contract.correlationId
      const fields = keyFieldsOf(design, message)
      const others = fields.filter((field) => idInWords(field, correlation) === undefined)
      const hint =
        others.length === 0
          ? 'choose fields that name the business action: the id of the order, say, and that of the payment'
          : `leave it out if ${keyText(others)} already names the business action`
      return fields.flatMap((field) => {
        const what = idInWords(field, correlation)
        if (what === undefined) return []
        return {
          message: `"${field.text}" is ${what}: another sending of the same event has another one`,
          hint,
          at: field.place,
        }
      })
    }),
}

type Correlation = Design['messages'][number]['contract']['correlationId']

function idInWords(field: KeyField, correlation: Correlation): string | undefined {
  const { expression } = field
  if (volatileKind({ name: described(field).name }) === 'sending') return 'the id of one sending'
  // A payload field that ties messages together is often the thing that they are about: an order id.
  const isCorrelation =
    expression.in === 'header' &&
    correlation?.in === 'header' &&
    correlation.path.join('/') === expression.path.join('/')
  return isCorrelation ? 'what the document declares as the correlation id' : undefined
}
