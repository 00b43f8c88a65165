import { whyVolatile } from '../../model/volatile.js'
import { type KeyField, keyFieldsOf } from '../key-fields-of.js'
import type { Rule } from '../rule.js'

export const keyIsVolatile: Rule = {
  name: 'key-is-volatile',
  topic: 'key',
  severity: 'error',
  summary: 'a field of the business key changes when the same event is sent again',
  why: `A producer that repeats itself, after a timeout say, fills times, random numbers and ids of one sending anew. With
such a field in the key the repetition is another event: the handler runs twice, and the duplicate that the key was
there to catch is the one that gets through.`,
  wrong: `businessKey: [orderId, createdAt]`,
  right: `businessKey: [orderId]`,
  check: (design) =>
    design.messages.flatMap((message) =>
      keyFieldsOf(design, message).flatMap((field) => {
        const reason = whyVolatile(described(field))
        if (reason === undefined) return []
        const hint = 'choose fields that are the same however often the event is sent: its own id, or what it is about'
        return [
          { message: `"${field.text}" ${reason}, and changes when the event is sent again`, hint, at: field.place },
        ]
      }),
    ),
}

function described({ expression, search }: KeyField): { readonly name: string; readonly format?: string } {
  const name = expression.path.at(-1) ?? ''
  const ways = search?.kind === 'found' || search?.kind === 'optional' ? search.ways.flat() : []
  const formats = ways.flatMap(({ value }) => (typeof value === 'object' ? [value.format] : []))
  const format = formats.find((found) => typeof found === 'string')
  return typeof format === 'string' ? { name, format } : { name }
}
