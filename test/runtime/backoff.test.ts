import { expect, test } from 'vitest'
import { createBackoff, endsWithin, pauseUnless } from '../../templates/runtime/broker/backoff.js'

function backoff(random: number) {
  let time = 0
  const made = createBackoff({ firstMs: 100, longestMs: 1_000, random: () => random, now: () => time })
  const pass = (ms: number): void => {
    time += ms
  }
  return { ...made, pass }
}

test('pauses double up to the longest, and half of each is random', () => {
  const longest = backoff(1)
  expect(Array.from({ length: 6 }, longest.next)).toEqual([100, 200, 400, 800, 1_000, 1_000])
  const shortest = backoff(0)
  expect(Array.from({ length: 6 }, shortest.next)).toEqual([50, 100, 200, 400, 500, 500])
})

test('a success that does not last does not start the pauses over', () => {
  const { next, succeeded, pass } = backoff(1)
  next()
  next()
  succeeded()
  pass(999)
  expect(next()).toBe(400)
})

test('a success that lasts does', () => {
  const { next, succeeded, pass } = backoff(1)
  next()
  next()
  succeeded()
  pass(1_000)
  expect(next()).toBe(100)
  expect(next()).toBe(200)
})

test('real work starts the pauses over at once', () => {
  const { next, reset } = backoff(1)
  next()
  next()
  reset()
  expect(next()).toBe(100)
})

test('an abort ends a pause at once, and without an error', async () => {
  const abort = new AbortController()
  const pausing = pauseUnless(abort.signal, 60_000)
  abort.abort()
  await pausing
  await pauseUnless(abort.signal, 60_000)
})

test('work that ends within its deadline is told from work that does not, and its error is kept in', async () => {
  expect(await endsWithin(Promise.resolve(), 60_000)).toBe(true)
  expect(await endsWithin(Promise.reject(new Error('failed')), 60_000)).toBe(true)
  expect(await endsWithin(new Promise(() => {}), 10)).toBe(false)
  expect(await endsWithin(new Promise(() => {}), -5)).toBe(false)
})
