import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { checkAnnotation } from '../../generator/build/grammar/check.js'
import { placeShapes } from '../../generator/build/grammar/places.js'
import { located } from '../../generator/build/located.js'
import { isObject, type Json } from '../../generator/model/document.js'
import { annotationLine, homemadeWord } from '../../generator/model/homemade-words.js'

const words: readonly (readonly [string, Json, Json])[] = [
  [
    'x-consumers',
    [{ service: 'mail', queue: 'mail.orders' }, { service: 'audit' }],
    { consumers: { mail: { queue: 'mail.orders' }, audit: {} } },
  ],
  ['x-consumers', ['mail', 'audit trail'], { consumers: { mail: {}, 'audit trail': {} } }],
  ['x-subscribers', { mail: { since: 2024 } }, { consumers: { mail: {} } }],
  ['x-consumer-group', 'yes: no', { consumers: { 'yes: no': {} } }],
  ['x-consumers', null, { consumers: { 'name-of-the-group': {} } }],
  ['retry_queue', { name: 'orders.retry', arguments: { 'x-message-ttl': 5000 } }, { retry: { delays: ['5s'] } }],
  ['maxRetryPolicy', { retries: 3, description: 'then it is dead' }, { retry: { attempts: 4 } }],
  ['x-max-retries', '5', { retry: { attempts: 6 } }],
  ['retryPolicy', { maxAttempts: 3, delay: '30s' }, { retry: { attempts: 3, delays: ['30s'] } }],
  ['x-retry', true, { retry: { attempts: 8, delays: ['1s', '5s', '30s', '2m', '10m'] } }],
  ['dead_queue', { name: 'orders.dead' }, { park: 'table', retention: { parked: '90d' } }],
  ['x-dead-letter-exchange', 'orders.dead', { park: 'table', retention: { parked: '90d' } }],
  ['deadLetterRoutingKey', 'orders.dead', { park: 'table', retention: { parked: '90d' } }],
  ['x-prefetch-count', 100, { prefetch: 100 }],
  ['prefetch', '20', { prefetch: 20 }],
  ['x-concurrency', 4, { concurrency: 4 }],
  ['x-retry-delays', ['1s', 60000], { retry: { delays: ['1s', '1m'] } }],
  ['x-retry-delay', 5000, { retry: { delays: ['5s'] } }],
  ['x-retries', 100000, { retry: { attempts: 1000 } }],
  ['x-prefetch', 0, { prefetch: 8 }],
  ['x-idempotency-key', 'order.id', { businessKey: ['order.id'] }],
  ['x-deduplication-fields', ['orderId', 'line'], { businessKey: ['orderId', 'line'] }],
]

describe('a word of somebody else is told in the words of the annotation', () => {
  test.each(words)('%s: %j', (key, value, annotation) => {
    const word = homemadeWord(key, value)
    expect(word?.annotation).toEqual(annotation)
    const written = load(annotationLine(word?.annotation ?? {}))
    expect(written).toEqual({ 'x-idempotency': annotation })
    expect(faultsOf(annotation)).toEqual([])
  })
})

test.each([
  'x-retry-after',
  'x-consumers-guide',
  'x-producer',
  'x-message-ttl',
  'x-delivery-limit',
  'x-business-entity',
  'x-idempotency',
  'deadline',
  'retryable',
  'queue',
  'exchange',
  'description',
  'x-owner',
  'x-death',
])('%s is no such word', (key) => expect(homemadeWord(key, 5)).toBeUndefined())

function faultsOf(annotation: Json): readonly string[] {
  const faults: string[] = []
  if (!isObject(annotation)) throw new Error('no annotation')
  checkAnnotation(located(annotation, { file: '', pointer: '/x' }), placeShapes.channel, {
    report: ({ message }) => faults.push(message),
    newer: false,
  })
  return faults
}
