import type { GroupDescriptor, KeyField, MessageDescriptor, QueueDescriptor } from '../../templates/runtime/types.js'

/** A key field of the payload that holds a string. */
export function payloadField(...path: readonly string[]): KeyField {
  return { in: 'payload', path, type: 'string' }
}

/** ORDER_PAID, keyed by its order, without schemas. */
export function sampleMessage(changes: Partial<MessageDescriptor> = {}): MessageDescriptor {
  return {
    eventType: 'ORDER_PAID',
    key: [payloadField('orderId')],
    keyVersion: 1,
    fingerprint: { version: 'v1', ignore: [] },
    sensitive: [],
    addresses: ['order.paid'],
    parameters: [],
    match: {},
    contentType: 'application/json',
    ...changes,
  }
}

export function sampleQueue(messages: readonly string[]): QueueDescriptor {
  return {
    name: 'queue.marketing',
    type: 'quorum',
    topology: { exchange: 'assert', queue: 'assert' },
    bindings: [],
    messages,
    retry: { attempts: 3, delaysMs: [1_000] },
    concurrency: 1,
    prefetch: 2,
    batch: { size: 1, budgetMs: 100 },
    order: 'any',
  }
}

export function sampleGroup(queue: QueueDescriptor): GroupDescriptor {
  return {
    group: 'marketing',
    queues: [queue],
    strategy: { kind: 'transaction' },
    errors: { business: [], system: [], default: 'system' },
    retentionMs: { processed: 604_800_000, parked: 7_776_000_000 },
    handlerTimeoutMs: 10_000,
    onMismatch: 'park',
    onRepublish: 'retry',
    park: 'table',
    failureBody: 'full',
    keyHeader: 'observe',
  }
}
