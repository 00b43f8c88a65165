import { groupBy } from '../../build/group-by.js'
import { keyText, sortedIdentity } from '../key-text.js'
import { type BusinessKey, keysOf, nameOneEvent } from '../keys-of.js'
import type { Fault, Rule } from '../rule.js'

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
    const byType = groupBy(keysOf(design), ({ message }) => message.contract.eventType)
    return [...byType.values()].flatMap((same) => {
      return same.flatMap((key, i) => {
        const first = same.slice(0, i).find((other) => nameOneEvent(other, key) && isSameVersion(other, key))
        // The same fields in another order have a rule of their own.
        const isEqual = first === undefined || sortedIdentity(first.fields) === sortedIdentity(key.fields)
        return isEqual ? [] : fault(first, key)
      })
    })
  },
}

/** A key under another version is another key on purpose. */
function isSameVersion(one: BusinessKey, other: BusinessKey): boolean {
  return one.message.contract.keyVersion === other.message.contract.keyVersion
}

function fault(first: BusinessKey, { message, fields, place }: BusinessKey): Fault {
  const { eventType } = message.contract
  return {
    message: `the key of "${eventType}" is ${keyText(fields)} here and ${keyText(first.fields)} on the channel "${first.message.channel.key}"`,
    hint: 'give the event one key, the event here an eventType of its own, or raise keyVersion where the key is meant to change',
    at: place,
  }
}
