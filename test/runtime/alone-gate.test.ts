import { expect, test } from 'vitest'
import { createAloneGate } from '../../templates/runtime/consumer/alone-gate.js'

test('ordinary work runs side by side', async () => {
  const gate = createAloneGate()
  const leaves = await Promise.all([gate.enter(), gate.enter()])
  expect(leaves).toHaveLength(2)
})

test('a suspect waits for what runs and then runs alone', async () => {
  const gate = createAloneGate()
  const trace: string[] = []
  const leaveFirst = await gate.enter()
  const suspect = gate.enterAlone(1).then((leave) => {
    trace.push('suspect')
    return leave
  })
  const late = gate.enter().then((leave) => {
    trace.push('late')
    return leave
  })
  await settled()
  expect(trace).toEqual([])
  leaveFirst()
  const leaveSuspect = await suspect
  await settled()
  expect(trace).toEqual(['suspect'])
  leaveSuspect()
  await late
  expect(trace).toEqual(['suspect', 'late'])
})

test('of several suspects the least suspicious goes first, and ordinary work in between', async () => {
  const gate = createAloneGate()
  const trace: string[] = []
  const leave = await gate.enter()
  const runs = [4, 0, 2].map(async (suspicion) => {
    const done = await gate.enterAlone(suspicion)
    trace.push(`suspect ${suspicion}`)
    await settled()
    done()
  })
  const ordinary = gate.enter().then((done) => {
    trace.push('ordinary')
    done()
  })
  leave()
  await Promise.all([...runs, ordinary])
  expect(trace).toEqual(['suspect 0', 'ordinary', 'suspect 2', 'suspect 4'])
})

test('leaving twice counts once', async () => {
  const gate = createAloneGate()
  const leave = await gate.enter()
  const other = await gate.enter()
  leave()
  leave()
  let alone = false
  void gate.enterAlone(0).then(() => {
    alone = true
  })
  await settled()
  expect(alone).toBe(false)
  other()
  await settled()
  expect(alone).toBe(true)
})

/** Lets every promise that can go on do so. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
