import { durationText } from '../../model/duration.js'
import { type Limit, limitOf, limitText } from '../limits.js'
import { queueFlows } from '../queue-flow.js'
import type { Rule } from '../rule.js'
import { saidAt } from '../said-at.js'

export const handlerOutlastsLimits: Rule = {
  name: 'handler-outlasts-limits',
  topic: 'flow',
  severity: 'warning',
  summary: 'a handler may run longer than the process lives after the signal to stop, or than the broker waits',
  why: `At a stop the process waits for the handlers that run, until the environment kills it: a handler that needs longer
is cut off at each deployment, and its message runs again. Longer than the consumer timeout is graver: the broker closes
the channel and delivers everything on it a second time, while the first run is still at work.`,
  wrong: `handlerTimeout: 2m`,
  right: `handlerTimeout: 20s`,
  check: (design) => {
    const limits = (['shutdownGrace', 'consumerTimeout'] as const).map((name) => limitOf(design, name))
    return queueFlows(design).flatMap(({ group, handlerTimeoutMs }) => {
      const passed = limits.filter(({ milliseconds }) => handlerTimeoutMs > milliseconds)
      const at = saidAt(group.settings, 'handlerTimeout') ?? passed[0]?.said
      if (at === undefined || passed.length === 0) return []
      return [
        {
          message: `a handler may run for ${durationText(handlerTimeoutMs)}, longer than ${passed.map(limitText).join(' and ')}`,
          hint: hintFor(passed),
          at,
          ...(passed.some(({ name }) => name === 'consumerTimeout') ? { severity: 'error' as const } : {}),
        },
      ]
    })
  },
}

function hintFor(passed: readonly Limit[]): string {
  const limits = passed.map(({ name }) => `${name}: …`).join(', ')
  return `shorten handlerTimeout and split the work, or say in limits: { ${limits} } what your environment really allows`
}
