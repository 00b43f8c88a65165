import { groupBy } from '../../build/group-by.js'
import { keyFieldsOf } from '../key-fields-of.js'
import { fieldIdentity } from '../key-text.js'
import type { Rule } from '../rule.js'

export const keyDoublesField: Rule = {
  name: 'key-doubles-field',
  topic: 'key',
  severity: 'error',
  summary: 'a business key has the same field twice',
  why: `The second time adds nothing: most likely another field was meant. Without that one the key names more than one
event, and the second of them is dropped as a duplicate.`,
  wrong: 'businessKey: [orderId, orderId]',
  right: 'businessKey: [orderId, transactionId]',
  check: (design) =>
    design.messages.flatMap((message) => {
      const byField = groupBy(keyFieldsOf(design, message), ({ expression }) => fieldIdentity(expression))
      return [...byField.values()].flatMap(([first, ...again]) => {
        return again.map((field) => ({
          message: `"${field.text}" is ${field.text === first.text ? 'twice in the key' : `the same field as "${first.text}"`}`,
          hint: 'name the field that was meant, or leave it out',
          at: field.place,
        }))
      })
    }),
}
