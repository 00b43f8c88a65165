import type { Channel } from '../../build/channel.js'
import type { Context } from '../../build/context.js'
import type { Design } from '../../build/design.js'
import { textAt } from '../../build/located-values.js'
import { childPlace, flagMember, type Node, objectAt, textMember } from '../../build/node.js'
import type { Rule } from '../rule.js'

export const queueIsTransient: Rule = {
  name: 'queue-is-transient',
  topic: 'acks',
  severity: 'warning',
  summary: 'a queue that others declare goes when the broker restarts, or with its consumer',
  why: `What waits in the queue goes with it: at a restart of the broker, when the last consumer ends, at a deployment say,
or when the one connection that may read it is lost. An exclusive queue also lets no second process help.`,
  wrong: `
asyncapi: 2.6.0
channels:
  inventory.requests:
    bindings: { amqp: { is: queue, queue: { name: inventory.requests, durable: false } } }`,
  right: `
asyncapi: 2.6.0
channels:
  inventory.requests:
    bindings: { amqp: { is: queue, queue: { name: inventory.requests, durable: true } } }`,
  check: (design) =>
    design.generated.flatMap((channel) => {
      const { context } = design
      const node = channel.amqp === undefined ? undefined : objectAt(context, channel.amqp, 'queue')
      if (node === undefined) return []
      const said = flags.filter(({ name, value }) => flagMember(context, node, name) === value)
      const [first] = said
      if (first === undefined || !isJudgedHere(design, channel)) return []
      const written = said.map(({ name, value }) => `${name}: ${value}`).join(' and ')
      return [
        {
          message: `the queue of the channel "${channel.key}" is described with ${written}: what waits there goes with it`,
          hint: 'have it declared as durable: true, exclusive: false, autoDelete: false, and describe it so',
          at: childPlace(node.place, first.name),
        },
      ]
    }),
}

const flags = [
  { name: 'durable', value: false },
  { name: 'autoDelete', value: true },
  { name: 'exclusive', value: true },
] as const

/**
 * Of a queue that idemgen declares the build tells by itself, and a queue of replies is as short-lived as who waits for
 * them: so are exclusive ones that are only sent to, which are how AsyncAPI 2 and older documents describe replies.
 * Beside an exchange the queue is that of a group, and without one nobody's here.
 */
function isJudgedHere({ groups, context }: Design, channel: Channel): boolean {
  const { amqp, sends, receives, replying = [] } = channel
  if (replying.length > 0 && sends.length + receives.length === 0) return false
  const readers = groups.flatMap(({ queues }) => {
    return queues.filter(({ contributions }) => contributions.some((one) => one.channel === channel))
  })
  if (readers.length === 0) return textMember(context, amqp, 'is') === 'queue' && !isOfOneReader(context, amqp)
  return readers.every(({ settings }) => textAt(settings, 'topology', 'queue') !== 'assert')
}

function isOfOneReader(context: Context, amqp: Node | undefined): boolean {
  const queue = amqp === undefined ? undefined : objectAt(context, amqp, 'queue')
  return flagMember(context, queue, 'exclusive') === true
}
