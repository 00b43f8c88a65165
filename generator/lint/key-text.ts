import type { FieldExpression } from '../build/messages/field-expression.js'
import type { KeyField } from './key-fields-of.js'

/** The same for two ways of writing one field: `order.id` and `$message.payload#/order/id`. */
export function fieldIdentity({ in: part, path }: FieldExpression): string {
  return JSON.stringify([part, ...path])
}

/** A key as a document writes it: `[orderId, transactionId]`. */
export function keyText(fields: readonly KeyField[]): string {
  return `[${fields.map(({ text }) => text).join(', ')}]`
}

/** The same for keys of the same fields, whatever their order. */
export function sortedIdentity(fields: readonly KeyField[]): string {
  return fields
    .map(({ expression }) => fieldIdentity(expression))
    .sort()
    .join()
}
