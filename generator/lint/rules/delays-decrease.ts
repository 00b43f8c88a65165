import { durationText } from '../../model/duration.js'
import { queueFlows } from '../queue-flow.js'
import type { Rule } from '../rule.js'

export const delaysDecrease: Rule = {
  name: 'delays-decrease',
  topic: 'flow',
  severity: 'warning',
  summary: 'a later pause between runs is shorter than an earlier one',
  why: `Pauses grow so that a dependency that is in trouble is asked less and less. The last one repeats: a short one at
the end is most of the retries, and asks the hardest when the trouble has lasted the longest.`,
  wrong: `retry: { delays: [10m, 1m, 5s] }`,
  right: `retry: { delays: [5s, 1m, 10m] }`,
  check: (design) =>
    queueFlows(design).flatMap(({ delays }) => {
      const index = delays.findIndex(({ milliseconds }, i) => milliseconds < (delays[i - 1]?.milliseconds ?? 0))
      const [before, shorter] = [delays[index - 1], delays[index]]
      if (before === undefined || shorter?.said === undefined) return []
      const sorted = delays.map(({ milliseconds }) => milliseconds).sort((left, right) => left - right)
      return [
        {
          message: `after a pause of ${durationText(before.milliseconds)} comes one of ${durationText(shorter.milliseconds)}`,
          hint: `let them grow: delays: [${sorted.map(durationText).join(', ')}]`,
          at: shorter.said,
        },
      ]
    }),
}
