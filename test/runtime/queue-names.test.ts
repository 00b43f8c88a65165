import { expect, test } from 'vitest'
import { delayQueueFor, delayQueueNames } from '../../templates/runtime/broker/queue-names.js'

function queue(...delaysMs: readonly number[]) {
  return { name: 'orders', retry: { attempts: 8, delaysMs } }
}

test('each distinct delay has one queue, named after it', () => {
  expect(delayQueueNames(queue(5_000, 1_000, 5_000))).toEqual(['orders.retry.1000', 'orders.retry.5000'])
})

test('run by run the delays follow the spec, and the last repeats', () => {
  const runs = [2, 3, 4, 9].map((run) => delayQueueFor(queue(1_000, 30_000, 5_000), run))
  expect(runs).toEqual(['orders.retry.1000', 'orders.retry.30000', 'orders.retry.5000', 'orders.retry.5000'])
})

test('without delays there is still a queue, for copies that do not count', () => {
  expect(delayQueueNames(queue())).toEqual(['orders.retry.1000'])
  expect(delayQueueFor(queue(), 2)).toBe('orders.retry.1000')
})
