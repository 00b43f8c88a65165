// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { QueueDescriptor } from '../types.js'

/** Where uncounted copies wait when the spec names no delays. */
const ONLY_DELAY_MS = 1_000

/** Where a queue's messages go that the broker gives up on; the consumer reads it and parks them. */
export function deadQueueName(queue: string): string {
  return `${queue}.dead`
}

/** The delay is part of the name, so that a changed configuration never meets a queue with other settings. */
export function delayQueueName(queue: string, delayMs: number): string {
  return `${queue}.retry.${delayMs}`
}

/** Each distinct delay once, shortest first; never empty, since uncounted copies need one even without retries. */
export function delaySteps(queue: Pick<QueueDescriptor, 'retry'>): readonly number[] {
  const steps = [...new Set(queue.retry.delaysMs)].sort((left, right) => left - right)
  return steps.length === 0 ? [ONLY_DELAY_MS] : steps
}

/** The names of a queue's delay queues, shortest delay first. */
export function delayQueueNames(queue: Pick<QueueDescriptor, 'name' | 'retry'>): readonly string[] {
  return delaySteps(queue).map((delayMs) => delayQueueName(queue.name, delayMs))
}

/** The delay queue for the copy whose run is `run`, 2 for the first retry; the last delay repeats. */
export function delayQueueFor(queue: Pick<QueueDescriptor, 'name' | 'retry'>, run: number): string {
  const { delaysMs } = queue.retry
  const index = Math.min(Math.max(run - 2, 0), delaysMs.length - 1)
  return delayQueueName(queue.name, delaysMs[index] ?? ONLY_DELAY_MS)
}
