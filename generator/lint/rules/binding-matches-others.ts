import type { ChannelMessage } from '../../build/channel.js'
import type { Design } from '../../build/design.js'
import type { GroupDraft } from '../../build/groups/group-draft.js'
import { namesInWords } from '../../build/in-words.js'
import { placeKey } from '../../model/pointer.js'
import { type PlacedBinding, placedBindings } from '../placed-bindings.js'
import { routesOf, type Source } from '../routes.js'
import type { Fault, Rule } from '../rule.js'

export const bindingMatchesOthers: Rule = {
  name: 'binding-matches-others',
  topic: 'group',
  severity: 'warning',
  summary: 'a queue is bound to more than the messages that its group receives',
  why: `A pattern lets everything through that fits, also what is described for other channels: order.# gets orders that
were cancelled too, and a fanout exchange gives each queue everything. The group does not know these messages, so each of
them is parked as unknown, and somebody is woken by it.`,
  wrong: `
channels:
  cancellations:
    address: order.cancelled
    messages: { OrderCancelled: { payload: { type: object, required: [orderId], properties: { orderId: { type: string, maxLength: 40 } } } } }
    bindings: { amqp: { is: routingKey, exchange: { name: order.event.exchange, type: topic } } }
    x-idempotency: { businessKey: [orderId], consumerGroup: accounting }
  orders: { x-idempotency: { consumers: { coupons: { bindTo: [{ routingKey: "order.*" }] } } } }`,
  right: `
channels:
  cancellations:
    address: order.cancelled
    messages: { OrderCancelled: { payload: { type: object, required: [orderId], properties: { orderId: { type: string, maxLength: 40 } } } } }
    bindings: { amqp: { is: routingKey, exchange: { name: order.event.exchange, type: topic } } }
    x-idempotency: { businessKey: [orderId], consumerGroup: accounting }
  orders: { x-idempotency: { consumers: { coupons: { bindTo: [{ routingKey: order.paid }] } } } }`,
  check: (design) => {
    const routes = routesOf(design)
    const kindsOf = messageKinds(design)
    return design.groups.flatMap((group) => {
      // On another queue of the group: then the rule about that is the one to speak.
      const received = new Set(group.contributions.map(({ channel }) => channel))
      return group.queues.flatMap((queue) => {
        const known = new Set(queue.contributions.flatMap(({ messages }) => messages.flatMap(kindsOf)))
        const isKnown = (source: Source) =>
          source.channel.messages.every((one) => kindsOf(one).some((kind) => known.has(kind)))
        return placedBindings(design, queue).flatMap((binding) => {
          const others = routes.covered(binding).filter((source) => !received.has(source.channel) && !isKnown(source))
          return others.length === 0 ? [] : fault(group, binding, others)
        })
      })
    })
  },
}

/** What a queue tells messages by: event types, and the place of a message that several channels have in common. */
function messageKinds({ messages }: Design): (message: ChannelMessage) => readonly string[] {
  const types = new Map(messages.map(({ message, contract }) => [message, `type ${contract.eventType}`]))
  return (message) => [placeKey(message.node.place), types.get(message) ?? []].flat()
}

function fault({ group }: GroupDraft, binding: PlacedBinding, others: readonly Source[]): Fault {
  const names = namesInWords(others.map(({ channel }) => `"${channel.key}"`))
  return {
    message: `group "${group}" also gets what is sent to ${names}, and does not receive it: each message would be parked as unknown`,
    hint: hintFor(binding, others),
    at: binding.place,
  }
}

function hintFor({ isListed, routingKey, contribution }: PlacedBinding, others: readonly Source[]): string {
  if (others.some(({ type }) => type === 'fanout')) {
    return 'a fanout exchange gives every queue everything: use an exchange for each channel, or receive all of it'
  }
  const { address } = contribution.channel
  if (!isListed && routingKey === '*' && address?.includes('/') === true) {
    return `dots separate words: "${address}" is one word, and its parameter makes the queue take any; write dots, or list routing keys under bindTo`
  }
  return 'list the routing keys that are meant under bindTo, or receive these messages too'
}
