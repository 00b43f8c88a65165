import type { JsonObject } from '../../model/document.js'
import { isList } from '../../model/document.js'
import { fieldSchemas } from '../field-schemas.js'
import { keyFieldsOf } from '../key-fields-of.js'
import type { Rule } from '../rule.js'

export const keyIsUnbounded: Rule = {
  name: 'key-is-unbounded',
  topic: 'key',
  severity: 'info',
  strict: true,
  summary: 'nothing says how long a text in the business key may be',
  why: `Keys of more than 200 bytes are cut and end in a hash. Nothing is lost by that, but people can no longer read from
a header or a row which event it was, or search for it. A limit in the schema also keeps out texts that were never ids.`,
  wrong: `
components:
  messages:
    OrderPaid: { payload: { properties: { orderRef: { type: string } }, required: [orderRef] } }
channels: { orders: { x-idempotency: { businessKey: [orderRef] } } }`,
  right: `
components:
  messages:
    OrderPaid: { payload: { properties: { orderRef: { type: string, maxLength: 40 } }, required: [orderRef] } }
channels: { orders: { x-idempotency: { businessKey: [orderRef] } } }`,
  check: (design) =>
    design.messages.flatMap((message) =>
      keyFieldsOf(design, message).flatMap((field) => {
        if (!fieldSchemas(field).some(isUnboundedText)) return []
        return {
          message: `"${field.text}" may be of any length`,
          hint: 'add maxLength, a format, a pattern or an enum to its schema',
          at: field.place,
        }
      }),
    ),
}

function isUnboundedText(way: readonly JsonObject[]): boolean {
  const isText = way.some(({ type }) => type === 'string' || (isList(type) && type.includes('string')))
  return isText && !way.some((schema) => bounds.some((word) => Object.hasOwn(schema, word)))
}

const bounds = ['maxLength', 'format', 'pattern', 'enum', 'const'] as const
