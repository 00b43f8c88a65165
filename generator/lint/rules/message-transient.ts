import type { Channel, Operation } from '../../build/channel.js'
import type { Design } from '../../build/design.js'
import { textAt } from '../../build/located-values.js'
import { childPlace, integerMember } from '../../build/node.js'
import type { Rule } from '../rule.js'

export const messageTransient: Rule = {
  name: 'message-transient',
  topic: 'acks',
  severity: 'warning',
  summary: 'messages are sent so that a restart of the broker loses them',
  why: `With deliveryMode: 1 a classic queue keeps a message in memory alone. The publisher has its confirm, the consumer
never sees the event, and no retry and no retention brings it back.`,
  wrong: `
operations:
  sendPaid:
    action: send
    channel: { $ref: "#/channels/orders" }
    bindings: { amqp: { deliveryMode: 1 } }`,
  right: `
operations:
  sendPaid:
    action: send
    channel: { $ref: "#/channels/orders" }
    bindings: { amqp: { deliveryMode: 2 } }`,
  check: (design) => {
    const sending = design.sendings.flatMap(({ operation }) => operation ?? [])
    return [...new Set([...sending, ...intoClassicQueues(design)])].flatMap(({ key, amqp }) => {
      if (amqp === undefined || integerMember(design.context, amqp, 'deliveryMode') !== 1) return []
      return [
        {
          message: `the messages of "${key}" are transient: a restart of the broker loses them`,
          hint: 'write deliveryMode: 2, or leave it out: idemgen sends persistent messages',
          at: childPlace(amqp.place, 'deliveryMode'),
        },
      ]
    })
  },
}

/** Of what others send, only a classic queue loses anything: a quorum queue writes down all that it takes. */
function intoClassicQueues({ groups }: Design): readonly Operation[] {
  const classic = groups.flatMap(({ queues }) => {
    return queues.filter(({ settings }) => textAt(settings, 'queueType') === 'classic')
  })
  const channels = new Set<Channel>(classic.flatMap(({ contributions }) => contributions.map(({ channel }) => channel)))
  return [...channels].flatMap(({ receives }) => receives)
}
