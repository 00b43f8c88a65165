import { childPlace, flagMember, objectAt } from '../../build/node.js'
import { isPredeclared, routingOf } from '../../build/routing.js'
import type { Rule } from '../rule.js'

export const exchangeNotDurable: Rule = {
  name: 'exchange-not-durable',
  topic: 'acks',
  severity: 'warning',
  summary: 'an exchange goes when the broker restarts, or with the last queue that is bound to it',
  why: `With the exchange go its bindings. The queues stand and look healthy, and get nothing any more until a consumer
starts and binds them again; what is published meanwhile is refused, or lost where a publisher does not ask.`,
  wrong: `
channels:
  orders:
    bindings: { amqp: { is: routingKey, exchange: { name: order.event.exchange, type: topic, durable: false } } }`,
  right: `
channels:
  orders:
    bindings: { amqp: { is: routingKey, exchange: { name: order.event.exchange, type: topic, durable: true } } }`,
  check: ({ generated, context }) =>
    generated.flatMap((channel) => {
      const node = channel.amqp === undefined ? undefined : objectAt(context, channel.amqp, 'exchange')
      const routing = routingOf(context, channel)
      if (node === undefined || routing.kind !== 'exchange' || isPredeclared(routing.exchange.name)) return []
      const said = [
        ...(flagMember(context, node, 'durable') === false ? ['durable: false' as const] : []),
        ...(flagMember(context, node, 'autoDelete') === true ? ['autoDelete: true' as const] : []),
      ]
      const [first] = said
      if (first === undefined) return []
      return [
        {
          message: `the exchange "${routing.exchange.name}" is described with ${said.join(' and ')}: its bindings go with it`,
          hint: 'write durable: true and autoDelete: false; a broker does not change an exchange that stands, so remove it there first',
          at: childPlace(node.place, first === 'durable: false' ? 'durable' : 'autoDelete'),
        },
      ]
    }),
}
