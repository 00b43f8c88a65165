import { expect, test } from 'vitest'
import { createWindow } from '../../templates/runtime/broker/window.js'

/** Enters and notes it under `name`. */
function enter(window: ReturnType<typeof createWindow>, name: string, entered: string[], signal?: AbortSignal) {
  return window.enter(signal === undefined ? {} : { signal }).then((givenUp) => {
    entered.push(givenUp === undefined ? name : `${name} gave up`)
  })
}

test('those that wait enter in the order in which they came, one for each that leaves', async () => {
  const window = createWindow(2)
  const entered: string[] = []
  const entering = ['a', 'b', 'c', 'd'].map((name) => enter(window, name, entered))
  await Promise.all(entering.slice(0, 2))
  expect(entered).toEqual(['a', 'b'])
  window.leave()
  await entering[2]
  expect(entered).toEqual(['a', 'b', 'c'])
  window.leave()
  await entering[3]
  expect(entered).toEqual(['a', 'b', 'c', 'd'])
})

test('one that gives up takes no place', async () => {
  const window = createWindow(1)
  const entered: string[] = []
  const abort = new AbortController()
  const first = enter(window, 'a', entered)
  const second = enter(window, 'b', entered, abort.signal)
  const third = enter(window, 'c', entered)
  await first
  abort.abort()
  await second
  window.leave()
  await third
  expect(entered).toEqual(['a', 'b gave up', 'c'])
  window.leave()
  expect(await window.enter({ timeoutMs: 0 })).toBeUndefined()
})

test('a wait ends at its timeout', async () => {
  const window = createWindow(1)
  await window.enter({})
  expect(await window.enter({ timeoutMs: 5 })).toEqual({ kind: 'timeout', afterMs: 5 })
})

test('a signal that is aborted already ends a wait, but not an entry into a free place', async () => {
  const window = createWindow(1)
  const aborted = { signal: AbortSignal.abort('enough') }
  expect(await window.enter(aborted)).toBeUndefined()
  expect(await window.enter(aborted)).toEqual({ kind: 'abort', reason: 'enough' })
})
