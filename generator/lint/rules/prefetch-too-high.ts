import { limitOf } from '../limits.js'
import { passedLimits } from '../prefetch-rounds.js'
import { type QueueFlow, queueFlows } from '../queue-flow.js'
import type { Rule } from '../rule.js'
import { saidAt } from '../said-at.js'

/** More in reserve than this gains nothing: a message from the broker is at hand faster than a transaction commits. */
const mostRounds = 20

export const prefetchTooHigh: Rule = {
  name: 'prefetch-too-high',
  topic: 'flow',
  severity: 'warning',
  summary: 'a process is handed far more messages than it can work on',
  why: `What one process holds no other can take: a queue looks empty while one process has it all, and a second one that
was started to help has nothing to do. When the holder ends, all of it is delivered again at once.`,
  wrong: `{ handlerTimeout: 100ms, concurrency: 2, prefetch: 250 }`,
  right: `{ handlerTimeout: 100ms, concurrency: 2, prefetch: 16 }`,
  check: (design) => {
    const limits = {
      shutdownGrace: limitOf(design, 'shutdownGrace'),
      consumerTimeout: limitOf(design, 'consumerTimeout'),
    }
    return queueFlows(design).flatMap((flow) => {
      const at = saidAt(flow.queue.settings, 'prefetch')
      // One that outlasts a limit is told by that.
      if (at === undefined || !isFarOver(flow) || passedLimits(flow, limits).length > 0) return []
      const { prefetch, concurrency, batchSize } = flow
      const batches = batchSize === 1 ? '' : ` in batches of ${batchSize}`
      return [
        {
          message: `prefetch is ${prefetch}, and ${concurrency} at a time are handled${batches}`,
          hint: `${2 * concurrency * batchSize} keep every handler busy: lower prefetch, or raise concurrency`,
          at,
        },
      ]
    })
  },
}

function isFarOver({ prefetch, concurrency, batchSize }: QueueFlow): boolean {
  return prefetch > mostRounds * concurrency * batchSize
}
