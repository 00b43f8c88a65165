import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bundleEntry } from './bundle-entry.js'
import { startChild } from './child.js'
import { waitFor } from './wait-for.js'

const entry = 'test/support/fixtures/echo-child.ts'
let lastPid = 0

test('a child gets arguments and environment and talks in lines of JSON', async () => {
  const child = await startChild({ entry, args: ['one'], env: { COLOUR: 'green' } })
  expect(await child.waitForMessage(hasKey('ready'))).toEqual({ ready: ['one'], colour: 'green' })
  child.send('talk')
  child.send({ number: 1 })
  expect(await child.waitForMessage(hasKey('echo'))).toEqual({ echo: { number: 1 } })
  expect(child.messages).toHaveLength(2)
  expect(child.output).toBe('plain words\n')
  lastPid = child.pid
})

test('a child is gone when its test is over', async () => {
  await waitFor(() => !isAlive(lastPid), { what: 'the child of the test before is gone' })
})

test('kill tells how the process ended', async () => {
  const child = await startChild({ entry })
  await child.waitForMessage(hasKey('ready'))
  expect(await child.kill()).toEqual({ code: null, signal: 'SIGKILL' })
})

test('waiting for a message of a process that ends is an error that says so', async () => {
  const child = await startChild({ entry })
  child.send('talk')
  child.send('exit')
  await expect(child.waitForMessage(hasKey('echo'))).rejects.toThrow(/ended \(code 3, signal null\)\D*plain words/)
})

test('a child ends when the process that started it is killed', async () => {
  const script = await bundleEntry('test/support/fixtures/patient-child.ts')
  const parent = await startChild({ entry: 'test/support/fixtures/parent-of-child.ts', args: [script] })
  const { pid } = await parent.waitForMessage(hasKey('pid'))
  expect(isAlive(Number(pid))).toBe(true)
  await parent.kill()
  await waitFor(() => !isAlive(Number(pid)), { what: 'the orphan is gone' })
})

test('the same content gives the same script', async () => {
  expect(await bundleEntry(entry)).toBe(await bundleEntry(entry))
})

function hasKey<Key extends string>(key: Key) {
  return (message: unknown): message is Record<Key, unknown> =>
    typeof message === 'object' && message !== null && key in message
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // An orphan that has ended keeps its number until the system's first process asks for its result.
    return !existsSync(`/proc/${pid}/stat`) || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}
