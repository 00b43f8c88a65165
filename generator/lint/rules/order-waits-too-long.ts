import { durationText } from '../../model/duration.js'
import { limitOf, limitText } from '../limits.js'
import { queueFlows } from '../queue-flow.js'
import type { Rule } from '../rule.js'

export const orderWaitsTooLong: Rule = {
  name: 'order-waits-too-long',
  topic: 'flow',
  severity: 'warning',
  summary: 'in a strict order a pause between runs is longer than the broker waits for an acknowledgement',
  why: `With order: strict a message waits in its place, unacknowledged, and everything behind it waits too. A pause beyond
the consumer timeout means that the broker takes the message back in the middle of it, and that the queue stands still
for longer than anybody who watches it will take for a retry.`,
  wrong: `{ order: strict, retry: { delays: [1m, 1h] } }`,
  right: `{ order: strict, retry: { delays: [1m, 10m] } }`,
  check: (design) => {
    const limit = limitOf(design, 'consumerTimeout')
    return queueFlows(design).flatMap(({ order, delays, handlerTimeoutMs }) => {
      if (order === 'any') return []
      return delays.flatMap(({ milliseconds, said }) => {
        const at = said ?? limit.said
        if (at === undefined || milliseconds + handlerTimeoutMs <= limit.milliseconds) return []
        const message = `a pause of ${durationText(milliseconds)} in its place and a run of ${durationText(handlerTimeoutMs)} are longer than ${limitText(limit)}`
        return [
          { message, hint: 'shorten the delay, or write order: any, where retries wait in a queue of their own', at },
        ]
      })
    })
  },
}
