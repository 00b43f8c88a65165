import type { Limit } from './limits.js'
import type { QueueFlow } from './queue-flow.js'
import { saidAt } from './said-at.js'

/** How long a full prefetch takes when each handler needs all its time. */
export function roundsOf({ prefetch, concurrency, handlerTimeoutMs }: QueueFlow): {
  readonly rounds: number
  readonly milliseconds: number
} {
  const rounds = Math.ceil(prefetch / concurrency)
  return { rounds, milliseconds: rounds * handlerTimeoutMs }
}

/**
 * The limits that a full prefetch outlasts, and a single handler does not: one that does is told by itself. The default
 * prefetch is not held against the grace, since `stop` hands back what has not started, and that is no more than what
 * runs; nor against anything where the handler is what takes too long.
 */
export function passedLimits(
  flow: QueueFlow,
  limits: { readonly shutdownGrace: Limit; readonly consumerTimeout: Limit },
): readonly Limit[] {
  const isSaid = saidAt(flow.queue.settings, 'prefetch') !== undefined
  const isSlow = flow.handlerTimeoutMs > limits.shutdownGrace.milliseconds
  const held = isSaid ? [limits.shutdownGrace, limits.consumerTimeout] : isSlow ? [] : [limits.consumerTimeout]
  const { milliseconds } = roundsOf(flow)
  return held.filter((limit) => milliseconds > limit.milliseconds && flow.handlerTimeoutMs <= limit.milliseconds)
}
