import { groupBy } from '../../build/group-by.js'
import { fieldIdentity, keyText, sortedIdentity } from '../key-text.js'
import { type BusinessKey, keysOf, nameOneEvent } from '../keys-of.js'
import type { Fault, Rule } from '../rule.js'

export const keyOrderDiffers: Rule = {
  name: 'key-order-differs',
  topic: 'key',
  severity: 'error',
  summary: 'two business keys have the same fields in another order',
  why: `The order counts: ORDER_PAID:o-17:t-4 and ORDER_PAID:t-4:o-17 are two events. Under one event type a duplicate that
comes by the other way is processed again. Under two event types nothing goes wrong by itself, but people and programs
that know one order will use it for both.`,
  wrong: `
channels:
  refunds:
    address: order.refunded
    messages: { OrderPaid: { $ref: "#/components/messages/OrderPaid" } }
    bindings: { amqp: { is: routingKey, exchange: { name: order.event.exchange, type: topic } } }
    x-idempotency: { businessKey: [transactionId, orderId], consumerGroup: accounting }
  orders: { x-idempotency: { businessKey: [orderId, transactionId] } }`,
  right: `
channels:
  refunds:
    address: order.refunded
    messages: { OrderPaid: { $ref: "#/components/messages/OrderPaid" } }
    bindings: { amqp: { is: routingKey, exchange: { name: order.event.exchange, type: topic } } }
    x-idempotency: { businessKey: [orderId, transactionId], consumerGroup: accounting }
  orders: { x-idempotency: { businessKey: [orderId, transactionId] } }`,
  check: (design) => {
    const bySet = groupBy(keysOf(design), ({ fields }) => sortedIdentity(fields))
    return [...bySet.values()].flatMap((same) => {
      return same.flatMap((key, i) => {
        const before = same.slice(0, i)
        const first = before.find((other) => nameOneEvent(other, key)) ?? before[0]
        return first === undefined || orderOf(first) === orderOf(key) ? [] : fault(first, key)
      })
    })
  },
}

function orderOf({ fields }: BusinessKey): string {
  return fields.map(({ expression }) => fieldIdentity(expression)).join()
}

function fault(first: BusinessKey, key: BusinessKey): Fault {
  return {
    message: `the key is ${keyText(key.fields)} here and ${keyText(first.fields)} on the channel "${first.message.channel.key}": the same fields in another order`,
    hint: `write ${keyText(first.fields)} in both places`,
    at: key.place,
    severity: nameOneEvent(first, key) ? 'error' : 'info',
  }
}
