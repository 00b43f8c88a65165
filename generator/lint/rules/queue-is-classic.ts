import { textAt } from '../../build/located-values.js'
import { queueFlows } from '../queue-flow.js'
import type { Rule } from '../rule.js'
import { saidAt } from '../said-at.js'

export const queueIsClassic: Rule = {
  name: 'queue-is-classic',
  topic: 'acks',
  severity: 'warning',
  summary: 'a queue of a group stands on one node, and counts no deliveries',
  why: `A classic queue is gone when its node is. It counts no deliveries, which is the last guard against a message that
comes back again and again, and its dead letters are lost when their queue does not take them. A quorum queue is what
idemgen declares unless told otherwise.`,
  wrong: `queueType: classic`,
  right: `queueType: quorum`,
  check: (design) =>
    queueFlows(design).flatMap(({ queue, order }) => {
      const at = saidAt(queue.settings, 'queueType')
      if (at === undefined || textAt(queue.settings, 'queueType') !== 'classic') return []
      // What somebody else declared is said as it is; a strict order is told by order-not-kept.
      if (textAt(queue.settings, 'topology', 'queue') !== 'assert' || order === 'strict') return []
      return [
        {
          message: `the queue "${queue.name}" is classic: it is lost with its node, and has no delivery limit`,
          hint: 'leave queueType out; a queue that has to be classic, say so of one that others declare: topology: { queue: check }',
          at,
        },
      ]
    }),
}
