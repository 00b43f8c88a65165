import type { JsonObject } from './document.js'

/**
 * What holds for a group where a document says nothing, in the annotation's own words. What is not here has a default
 * that depends on other settings: see the functions below.
 */
export const groupDefaults = {
  errorClasses: { business: [], system: [], default: 'system' },
  strategy: { kind: 'transaction' },
  retention: { processed: '7d', parked: '90d' },
  handlerTimeout: '10s',
  onMismatch: 'park',
  onRepublish: 'retry',
  park: 'table',
  failureBody: 'full',
  keyHeader: 'observe',
  queueType: 'quorum',
  topology: { exchange: 'assert', queue: 'assert' },
  retry: { attempts: 8, delays: ['1s', '5s', '30s', '2m', '10m'] },
  // One message a transaction: several are not built yet.
  batch: { size: 1, budget: '100ms' },
  order: { kind: 'any' },
} as const satisfies JsonObject

/**
 * What the environment is taken to allow where a document says nothing: the grace of Kubernetes, the consumer timeout of
 * RabbitMQ, and a day in which an outage is noticed and mended.
 */
export const limitDefaults = {
  shutdownGrace: '30s',
  consumerTimeout: '30m',
  longestOutage: '1d',
} as const satisfies JsonObject

/** Settings of a publisher. Every publish waits for the broker's confirm, so the window bounds what waits. */
export const publishDefaults = {
  confirmTimeout: '30s',
  mandatory: true,
  window: 1_000,
} as const satisfies JsonObject

/** The one exchange that every broker has and that routes by topic: for channels that name none. */
export const defaultExchange = 'amq.topic'

/** What the AMQP binding leaves out. */
export const exchangeDefaults = { type: 'topic', durable: true, autoDelete: false } as const

export const defaultKeyVersion = 1
export const defaultContentType = 'application/json'

/** Messages handled at a time. With batches these are transactions at a time, and one is enough for most databases. */
export function defaultConcurrency(batchSize: number): number {
  return batchSize === 1 ? 4 : 1
}

/** Unacknowledged deliveries: twice what is being handled, so that the next ones are at hand. */
export function defaultPrefetch(queue: { readonly concurrency: number; readonly batchSize: number }): number {
  return Math.max(2 * queue.concurrency, 2 * queue.batchSize * queue.concurrency)
}

/** Parked messages wait for a person, so they are kept at least as long as processed ones are remembered. */
export function defaultParkedMs(retention: { readonly processedMs: number; readonly parkedMs: number }): number {
  return Math.max(retention.processedMs, retention.parkedMs)
}
