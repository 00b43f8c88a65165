import type { Channel } from '../../build/channel.js'
import type { Design } from '../../build/design.js'
import { groupBy } from '../../build/group-by.js'
import type { GroupDraft } from '../../build/groups/group-draft.js'
import { type PlacedBinding, placedBindings } from '../placed-bindings.js'
import { type Routes, routesOf } from '../routes.js'
import type { Fault, Rule } from '../rule.js'

export const eventOnTwoQueues: Rule = {
  name: 'event-on-two-queues',
  topic: 'group',
  severity: 'warning',
  summary: 'one event reaches a group by two queues',
  why: `The broker puts a copy into each queue, and the group gets both. The second is recognised and dropped, but half of
the work is for nothing, the duplicate rate says 50 % when nothing is wrong, and a copy that only one of the queues knows
how to handle is parked.`,
  wrong: `
channels:
  refunds:
    address: order.refunded
    messages: { OrderRefunded: { payload: { type: object, required: [orderId], properties: { orderId: { type: string, maxLength: 40 } } } } }
    bindings: { amqp: { is: routingKey, exchange: { name: order.event.exchange, type: topic } } }
    x-idempotency: { businessKey: [orderId], consumers: { coupons: { queue: refunds, bindTo: [{ routingKey: order.# }] } } }
  orders: { x-idempotency: { consumers: { coupons: { queue: orders } } } }`,
  right: `
channels:
  refunds:
    address: order.refunded
    messages: { OrderRefunded: { payload: { type: object, required: [orderId], properties: { orderId: { type: string, maxLength: 40 } } } } }
    bindings: { amqp: { is: routingKey, exchange: { name: order.event.exchange, type: topic } } }
    x-idempotency: { businessKey: [orderId], consumers: { coupons: { queue: refunds } } }
  orders: { x-idempotency: { consumers: { coupons: { queue: orders } } } }`,
  check: (design) => {
    const routes = routesOf(design)
    return design.groups.flatMap((group) => (group.queues.length < 2 ? [] : faultsOf(design, group, routes)))
  },
}

/** A channel whose messages a queue gets through a binding. */
interface Feed {
  readonly channel: Channel
  readonly queue: string
  readonly binding: PlacedBinding
}

function faultsOf(design: Design, group: GroupDraft, routes: Routes): readonly Fault[] {
  const received = new Set(group.contributions.map(({ channel }) => channel))
  const feeds = group.queues.flatMap((queue) =>
    placedBindings(design, queue).flatMap((binding) => {
      const sources = routes.covered(binding).filter(({ channel }) => received.has(channel))
      return sources.map(({ channel }): Feed => ({ channel, queue: queue.name, binding }))
    }),
  )
  return [...groupBy(feeds, ({ channel }) => channel).values()].flatMap((feeding) => {
    const own = feeding.find(({ channel, binding }) => binding.contribution.channel === channel) ?? feeding[0]
    const others = groupBy(feeding, ({ queue }) => queue)
    return [...others].flatMap(([queue, [other]]) => (queue === own.queue ? [] : fault(group, own, other)))
  })
}

function fault({ group }: GroupDraft, own: Feed, other: Feed): Fault {
  return {
    message: `what is sent to the channel "${own.channel.key}" reaches group "${group}" by the queue "${own.queue}" and by the queue "${other.queue}"`,
    hint: 'name one queue for both, or bind each queue to routing keys of its own under bindTo',
    at: other.binding.place,
  }
}
