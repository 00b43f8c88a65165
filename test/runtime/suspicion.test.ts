import { expect, test } from 'vitest'
import type { ConfirmSession, UnsettledMessage } from '../../templates/runtime/broker/confirm-session.js'
import { createSuspicion } from '../../templates/runtime/broker/suspicion.js'

function unsettled(sequence: number, exchange = 'events'): UnsettledMessage {
  const message = { exchange, routingKey: '', content: Buffer.alloc(0), properties: {} }
  return { sequence, nonce: String(sequence), message, wasWritten: true, strikes: 0, settle() {} }
}

/** A session that was closed with these on it. */
function closed(messages: readonly UnsettledMessage[], hasForgotten = false): ConfirmSession {
  const unconfirmed = new Map(messages.map((message) => [message.sequence, message]))
  // True: nothing else of a session is looked at.
  return { unconfirmed, hasForgotten } as ConfirmSession
}

function fault(code: number): Error {
  return Object.assign(new Error('closed by the server'), { code })
}

const [first, second, third] = [unsettled(1), unsettled(2), unsettled(3, 'missing')]

test('several at once are refused by nobody, and go one at a time from then on', () => {
  const suspicion = createSuspicion()
  const all = [first, second]
  expect(suspicion.allows(second, new Map([[1, first]]))).toBe(true)
  expect(suspicion.culprits(closed(all), fault(406), all)).toEqual([])
  expect(suspicion.allows(first, new Map())).toBe(true)
  expect(suspicion.allows(second, new Map([[1, first]]))).toBe(false)
  expect(suspicion.allows(unsettled(4), new Map([[1, first]]))).toBe(false)
  expect(suspicion.allows(unsettled(4), new Map([[5, unsettled(5)]]))).toBe(true)
})

test('one that is alone is refused for what stays so', () => {
  for (const code of [403, 404, 406]) {
    expect(createSuspicion().culprits(closed([second]), fault(code), [second, third])).toEqual([second])
  }
})

test('a missing exchange refuses the suspects for it together', () => {
  const suspicion = createSuspicion()
  const [fourth, fifth, later] = [unsettled(4, 'missing'), unsettled(5), unsettled(6, 'missing')]
  const all = [third, fourth, fifth, later]
  suspicion.culprits(closed([third, fourth, fifth]), fault(404), all)
  expect(suspicion.culprits(closed([third]), fault(404), all)).toEqual([third, fourth])
})

test('one that is alone has three tries where the fault may be the server’s own', () => {
  const suspicion = createSuspicion()
  const killer = unsettled(1)
  const results = [1, 2, 3].map(() => suspicion.culprits(closed([killer]), fault(541), [killer]))
  expect(results).toEqual([[], [], [killer]])
})

test.each([
  { what: 'a connection that broke', reason: new Error('Unexpected close') },
  { what: 'a system error', reason: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) },
  { what: 'an operator who closed the connection', reason: fault(320) },
])('$what makes nobody suspect', ({ reason }) => {
  const suspicion = createSuspicion()
  for (let i = 0; i < 5; i += 1) expect(suspicion.culprits(closed([first]), reason, [first])).toEqual([])
  expect(suspicion.allows(second, new Map([[1, first]]))).toBe(true)
})

test('one that is alone but for another whose sender gave up is not refused', () => {
  expect(createSuspicion().culprits(closed([first], true), fault(406), [first])).toEqual([])
})
