import type { Context } from '../../build/context.js'
import { textAt } from '../../build/located-values.js'
import { type Node, objectAt, rawMember } from '../../build/node.js'
import { queueFlows } from '../queue-flow.js'
import type { Rule } from '../rule.js'
import { saidAt } from '../said-at.js'

export const queueUnguarded: Rule = {
  name: 'queue-unguarded',
  topic: 'acks',
  severity: 'info',
  summary: 'a quorum queue that others declare may drop messages that were delivered too often',
  why: `A quorum queue without a dead-letter exchange drops a message that passes its delivery limit, and since RabbitMQ 4.0
the limit is 20 where nothing else is said: a process that dies at start 21 times empties the queue. idemgen declares its
queues with a limit and a place for what passes it. A queue that others declare needs both, and a look at the broker
shows neither.`,
  wrong: `topology: { queue: check }`,
  right: `
channels:
  orders:
    bindings:
      amqp:
        x-delivery-limit: 1000000000
        x-dead-letter-exchange: ""
    x-idempotency: { topology: { queue: check } }`,
  check: (design) =>
    queueFlows(design).flatMap(({ queue }) => {
      const { settings, contributions, name } = queue
      const at = saidAt(settings, 'topology', 'queue')
      if (at === undefined || textAt(settings, 'topology', 'queue') === 'assert') return []
      if (textAt(settings, 'queueType') !== 'quorum') return []
      const missing = [...guards].filter((guard) => {
        return !contributions.some(({ channel }) => says(design.context, channel.amqp, guard))
      })
      if (missing.length === 0) return []
      return [
        {
          message: `the queue "${name}" is declared by others, and nothing says that it has ${missing.join(' and ')}`,
          hint: `have it declared with x-delivery-limit, and with dead letters that go to "${name}.dead"; then write both arguments into the AMQP binding of the channel`,
          at,
        },
      ]
    }),
}

const guards = ['x-delivery-limit', 'x-dead-letter-exchange'] as const

/** AsyncAPI has no place for the arguments of a queue; documents write them beside it, into it, or under a key. */
function says(context: Context, amqp: Node | undefined, argument: string): boolean {
  if (amqp === undefined) return false
  const places = [[], ['queue'], ['queue', 'arguments'], ['queue', 'x-arguments'], ['x-arguments'], ['x-queue']]
  return places.some((path) => {
    const node = objectAt(context, amqp, ...path)
    return node !== undefined && rawMember(node, argument) !== undefined
  })
}
