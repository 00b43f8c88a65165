import { isList, type Json, type JsonObject } from '../../model/document.js'
import { fieldSchemas } from '../field-schemas.js'
import { keyFieldsOf } from '../key-fields-of.js'
import type { Rule } from '../rule.js'

export const keyMayBeRounded: Rule = {
  name: 'key-may-be-rounded',
  topic: 'key',
  severity: 'warning',
  summary: 'an integer in the business key may be beyond what JavaScript counts exactly',
  why: `JavaScript reads 9007199254740993 as 9007199254740992, the same as its neighbour: two events would have one key,
and the second would be dropped. So idemgen refuses integers beyond 2^53 in a key: publish rejects and a consumer parks
the message. Ids of 64 bits that a clock is part of get there on their first day.`,
  wrong: `
components:
  messages:
    OrderPaid: { payload: { properties: { orderId: { type: integer, format: int64 } } } }`,
  right: `
components:
  messages:
    OrderPaid: { payload: { properties: { orderId: { type: string, pattern: "^[0-9]+$" } } } }`,
  check: (design) =>
    design.messages.flatMap((message) =>
      keyFieldsOf(design, message).flatMap((field) => {
        if (!fieldSchemas(field).some(mayBeRounded)) return []
        return {
          message: `"${field.text}" may be beyond ${Number.MAX_SAFE_INTEGER}, where integers are rounded`,
          hint: `send it as a string, or give it maximum: ${Number.MAX_SAFE_INTEGER} if it stays below`,
          at: field.place,
        }
      }),
    ),
}

/** Only where the schema speaks of such numbers: `integer` alone is what ordinary schemas say. */
function mayBeRounded(way: readonly JsonObject[]): boolean {
  if (!way.some(({ type }) => isInteger(type)) || way.some(({ enum: values }) => isList(values))) return false
  const bounds = way.flatMap(({ maximum, exclusiveMaximum }) => [maximum, exclusiveMaximum].filter(isNumber))
  if (bounds.length > 0) return Math.min(...bounds) > Number.MAX_SAFE_INTEGER
  return way.some(({ format }) => format === 'int64' || format === 'uint64')
}

function isInteger(type: Json | undefined): boolean {
  return type === 'integer' || (isList(type) && type.includes('integer'))
}

function isNumber(value: Json | undefined): value is number {
  return typeof value === 'number'
}
