import { queueFlows } from '../queue-flow.js'
import type { Rule } from '../rule.js'
import { saidAt } from '../said-at.js'

export const prefetchBelowConcurrency: Rule = {
  name: 'prefetch-below-concurrency',
  topic: 'flow',
  severity: 'warning',
  summary: 'fewer messages are handed over than may be handled at a time',
  why: `The broker hands over no message before one of those that are out is acknowledged, so that some handlers never
have anything to do, and raising concurrency changes nothing.`,
  wrong: `{ concurrency: 8, prefetch: 2 }`,
  right: `{ concurrency: 8, prefetch: 16 }`,
  check: (design) =>
    queueFlows(design).flatMap(({ queue, prefetch, concurrency, order }) => {
      const at = saidAt(queue.settings, 'prefetch')
      // With a strict order there is one at a time, whatever is said: see order-not-kept.
      if (at === undefined || prefetch >= concurrency || order === 'strict') return []
      return [
        {
          message: `prefetch is ${prefetch}, so that no more than ${prefetch} of ${concurrency} handlers ever have a message`,
          hint: `raise prefetch to ${2 * concurrency}, or lower concurrency to ${prefetch}`,
          at,
        },
      ]
    }),
}
