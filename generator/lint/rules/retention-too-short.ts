import { groupBy } from '../../build/group-by.js'
import { durationAt } from '../../build/located-values.js'
import { durationParts, durationText } from '../../model/duration.js'
import { type Limit, limitOf, limitText } from '../limits.js'
import { pausesOf, type QueueFlow, queueFlows } from '../queue-flow.js'
import type { Fault, Rule } from '../rule.js'
import { saidAt } from '../said-at.js'

export const retentionTooShort: Rule = {
  name: 'retention-too-short',
  topic: 'flow',
  severity: 'error',
  summary: 'a processed key is forgotten before the last copy of its event can arrive',
  why: `A copy that waits to be tried again may be met by a redelivery of the message itself, and a producer that was cut
off repeats its events when it is back. A copy that comes after the key was forgotten is a new event, and the handler
runs twice. So the retention covers all pauses between the runs and the longest outage.`,
  wrong: `{ retention: 10m, retry: { attempts: 4, delays: [1m, 10m] } }`,
  right: `{ retention: 2d, retry: { attempts: 4, delays: [1m, 10m] } }`,
  check: (design) => {
    const outage = limitOf(design, 'longestOutage')
    const byGroup = groupBy(queueFlows(design), ({ group }) => group)
    return [...byGroup.values()].flatMap((flows) => judge(longestOf(flows), outage))
  },
}

function judge(flow: QueueFlow, outage: Limit): readonly Fault[] {
  const { settings } = flow.group
  const retentionMs = durationAt(settings, 'retention', 'processed') ?? 0
  const needed = pausesMs(flow) + outage.milliseconds
  const at = saidAt(settings, 'retention', 'processed') ?? outage.said ?? flow.delays.at(-1)?.said
  if (at === undefined || retentionMs >= needed) return []
  const days = Math.ceil(needed / dayMs)
  return [
    {
      message: `a key is remembered for ${durationText(retentionMs)}, and its event may come again after ${durationParts(needed)}: ${terms(flow, outage)}`,
      hint: `set retention to ${days}d or more, or say in limits: { longestOutage: … } how long a producer really may hold back its events`,
      at,
      // A default that nobody agreed to may be wrong about their producers; the pauses are what the document says.
      ...(retentionMs >= pausesMs(flow) && outage.said === undefined ? { severity: 'warning' as const } : {}),
    },
  ]
}

/** The queue of a group whose messages wait the longest. */
function longestOf([first, ...others]: readonly [QueueFlow, ...QueueFlow[]]): QueueFlow {
  return others.reduce((longest, flow) => (pausesMs(flow) > pausesMs(longest) ? flow : longest), first)
}

const dayMs = 86_400_000

/** The sum, term by term: `delays of 1s + 5s + 3 × 10m, and the longestOutage of 1d`. */
function terms(flow: QueueFlow, outage: Limit): string {
  const shown = pausesOf(flow).map(({ milliseconds, times }) => {
    return times === 1 ? durationText(milliseconds) : `${times} × ${durationText(milliseconds)}`
  })
  return `${shown.length === 0 ? '' : `delays of ${shown.join(' + ')}, and `}${limitText(outage)}`
}

function pausesMs(flow: QueueFlow): number {
  return pausesOf(flow).reduce((total, { milliseconds, times }) => total + milliseconds * times, 0)
}
