import { groupBy } from '../../build/group-by.js'
import { keyText, sortedIdentity } from '../key-text.js'
import { keysOf } from '../keys-of.js'
import type { Rule } from '../rule.js'

export const keyDiffers: Rule = {
  name: 'key-differs',
  topic: 'key',
  severity: 'warning',
  summary: 'one event type has different business keys',
  why: `An event type and its fields are the name of an event. Where two channels make that name of different fields, a
duplicate that comes by the other way has another name and is processed again, and whoever computes keys by hand, in
another language or in a support query, finds only half of the records.`,
  wrong: `
channels:
  refunds:
    address: order.refunded
    messages: { OrderPaid: { $ref: "#/components/messages/OrderPaid" } }
    bindings: { amqp: { is: routingKey, exchange: { name: order.event.exchange, type: topic } } }
    x-idempotency: { businessKey: [transactionId], consumerGroup: accounting }`,
  right: `
channels:
  refunds:
    address: order.refunded
    messages: { OrderPaid: { $ref: "#/components/messages/OrderPaid" } }
    bindings: { amqp: { is: routingKey, exchange: { name: order.event.exchange, type: topic } } }
    x-idempotency: { eventType: ORDER_REFUNDED, businessKey: [transactionId], consumerGroup: accounting }`,
  check: (design) => {
    // A key under another version is another key on purpose.
    const byType = groupBy(keysOf(design), ({ message: { contract } }) =>
      JSON.stringify([contract.eventType, contract.keyVersion]),
    )
    return [...byType.values()].flatMap(([first, ...others]) =>
      others.flatMap(({ message, fields, place }) => {
        // The same fields in another order are told by their own rule.
        if (sortedIdentity(fields) === sortedIdentity(first.fields)) return []
        const { eventType } = message.contract
        return {
          message: `the key of "${eventType}" is ${keyText(fields)} here and ${keyText(first.fields)} on the channel "${first.message.channel.key}"`,
          hint: 'give the event one key, the event here an eventType of its own, or raise keyVersion where the key is meant to change',
          at: place,
        }
      }),
    )
  },
}
