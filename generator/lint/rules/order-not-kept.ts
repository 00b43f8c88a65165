import { textAt } from '../../build/located-values.js'
import type { Place } from '../../model/pointer.js'
import { type QueueFlow, queueFlows } from '../queue-flow.js'
import type { Rule } from '../rule.js'
import { saidAt } from '../said-at.js'

export const orderNotKept: Rule = {
  name: 'order-not-kept',
  topic: 'flow',
  severity: 'error',
  summary: 'a strict order is asked for, together with what lets messages pass each other',
  why: `Order holds only while one message is handled at a time, and what is handed back keeps its place: several handlers
end in any order, a batch that is rolled back is redone around the message that failed, a prefetch over 1 lets the next
message start while the first goes back, and a classic queue puts what is returned where it likes.`,
  wrong: `{ order: strict, concurrency: 8 }`,
  right: `{ order: strict }`,
  check: (design) =>
    queueFlows(design).flatMap((flow) =>
      flow.order === 'any'
        ? []
        : contradictions(flow).map(({ said, at }) => ({
            message: `order is strict, and ${said}`,
            hint: 'remove it: a strict order is one message at a time; or write order: any where order does not matter',
            at,
          })),
    ),
}

interface Contradiction {
  readonly said: string
  readonly at: Place
}

function contradictions({
  queue: { settings },
  concurrency,
  batchSize,
  prefetch,
}: QueueFlow): readonly Contradiction[] {
  const isClassic = textAt(settings, 'queueType') === 'classic'
  const found = [
    { isWrong: concurrency > 1, said: `concurrency is ${concurrency}`, at: saidAt(settings, 'concurrency') },
    { isWrong: batchSize > 1, said: `batch.size is ${batchSize}`, at: saidAt(settings, 'batch', 'size') },
    { isWrong: prefetch > 1, said: `prefetch is ${prefetch}`, at: saidAt(settings, 'prefetch') },
    { isWrong: isClassic, said: 'the queue is classic', at: saidAt(settings, 'queueType') },
  ]
  return found.flatMap(({ isWrong, said, at }) => (isWrong && at !== undefined ? [{ said, at }] : []))
}
