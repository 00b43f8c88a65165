import type { GroupDescriptor, MessageDescriptors, QueueDescriptor } from '../../templates/runtime/types.js'

/** The contract of the tests' own consumer group, as the generator would emit it. */

export const orderMessages: MessageDescriptors = {
  OrderPaid: {
    eventType: 'ORDER_PAID',
    key: [{ in: 'payload', path: ['orderId'], type: 'string' }],
    keyVersion: 1,
    fingerprint: { version: '1:paidAt', ignore: [['paidAt']] },
    sensitive: [],
    payload: '#/definitions/OrderPaid',
    addresses: ['order.paid'],
    parameters: [],
    match: {},
    contentType: 'application/json',
  },
}

export const orderSchemas = {
  definitions: {
    OrderPaid: {
      type: 'object',
      required: ['orderId', 'amount'],
      properties: {
        orderId: { type: 'string', minLength: 1 },
        amount: { type: 'integer' },
        paidAt: { type: 'string' },
      },
    },
  },
}

/** The delays of the test queue's retries; short, so that a test can wait for them. */
export const delaysMs = [100, 250]

/** What a test sets differently. */
export interface GroupOverrides {
  readonly group?: Partial<GroupDescriptor>
  readonly queue?: Partial<QueueDescriptor>
}

export function orderGroup(
  names: { readonly exchange: string; readonly queue: string },
  options: GroupOverrides,
): GroupDescriptor {
  return {
    group: 'marketing-coupon',
    strategy: { kind: 'transaction' },
    errors: { business: ['CouponExhausted'], system: ['InventoryTimeout'], default: 'system' },
    retentionMs: { processed: 604_800_000, parked: 7_776_000_000 },
    handlerTimeoutMs: 5_000,
    onMismatch: 'park',
    onRepublish: 'retry',
    park: 'table',
    failureBody: 'full',
    keyHeader: 'observe',
    ...options.group,
    queues: [
      {
        name: names.queue,
        type: 'quorum',
        topology: { exchange: 'assert', queue: 'assert' },
        bindings: [{ exchange: names.exchange, routingKey: 'order.paid' }],
        messages: ['OrderPaid'],
        retry: { attempts: 3, delaysMs },
        concurrency: 4,
        prefetch: 8,
        batch: { size: 1, budgetMs: 100 },
        order: 'any',
        ...options.queue,
      },
    ],
  }
}
