import { durationText } from '../../model/duration.js'
import { type Limit, limitOf, limitText } from '../limits.js'
import { passedLimits, roundsOf } from '../prefetch-rounds.js'
import { type QueueFlow, queueFlows } from '../queue-flow.js'
import type { Rule } from '../rule.js'
import { saidAt } from '../said-at.js'

export const prefetchOutlastsLimits: Rule = {
  name: 'prefetch-outlasts-limits',
  topic: 'flow',
  severity: 'warning',
  summary: 'what the broker hands over at once takes longer to work off than the process or the broker waits',
  why: `The broker counts from the moment it hands a message over, not from the start of its handler: the last message of
a full prefetch waits for all before it. When that outlasts the consumer timeout the channel is closed and all of them
are delivered again, for ever. And when the process ends, everything that it had not started comes back in one burst.`,
  wrong: `prefetch: 200`,
  right: `prefetch: 8`,
  check: (design) =>
    queueFlows(design).flatMap((flow) => {
      const passed = passedLimits(flow, {
        shutdownGrace: limitOf(design, 'shutdownGrace'),
        consumerTimeout: limitOf(design, 'consumerTimeout'),
      })
      const { rounds, milliseconds } = roundsOf(flow)
      const { settings } = flow.queue
      const at =
        saidAt(settings, 'prefetch') ??
        saidAt(flow.group.settings, 'handlerTimeout') ??
        passed.find((one) => one.said)?.said
      if (at === undefined || passed.length === 0) return []
      const timeout = durationText(flow.handlerTimeoutMs)
      return [
        {
          message: `${flow.prefetch} messages at ${flow.concurrency} at a time take ${rounds} × ${timeout} = ${durationText(milliseconds)}, longer than ${passed.map(limitText).join(' and ')}`,
          hint: `lower prefetch to ${mostFitting(flow, passed)}, or handlerTimeout to what a handler really needs`,
          at,
          ...(passed.some(({ name }) => name === 'consumerTimeout') ? { severity: 'error' as const } : {}),
        },
      ]
    }),
}

function mostFitting({ concurrency, handlerTimeoutMs }: QueueFlow, limits: readonly Limit[]): number {
  const shortest = Math.min(...limits.map(({ milliseconds }) => milliseconds))
  return concurrency * Math.floor(shortest / handlerTimeoutMs)
}
