import { queueFlows } from '../queue-flow.js'
import type { Rule } from '../rule.js'
import { saidAt } from '../said-at.js'

export const retryOnce: Rule = {
  name: 'retry-once',
  topic: 'flow',
  severity: 'warning',
  summary: 'a message is never tried again',
  why: `attempts counts all runs, the first included. With one, a dependency that is away for a second parks every message
of that second, each of which a person has to send again.`,
  wrong: `retry: { attempts: 1 }`,
  right: `retry: { attempts: 2, delays: [10s] }`,
  check: (design) =>
    queueFlows(design).flatMap(({ queue, attempts }) => {
      const at = saidAt(queue.settings, 'retry', 'attempts')
      if (at === undefined || attempts > 1) return []
      return [
        {
          message: 'retry.attempts is 1: it counts the first run, so that nothing is tried again',
          hint: 'write 2 for one more run; errors that trying again cannot help belong to errorClasses.business',
          at,
        },
      ]
    }),
}
