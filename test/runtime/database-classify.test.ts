import { describe, expect, test } from 'vitest'
import { classify, type DatabaseFault, type Phase, sqlState } from '../../templates/runtime/database/classify.js'
import { DatabaseConnectionError } from '../../templates/runtime/database/connection-error.js'

function databaseError(code: string): Error {
  return Object.assign(new Error('said by the server'), { code, severity: 'ERROR' })
}

const lost = new DatabaseConnectionError('connection-lost', 'lost')
const phases: readonly Phase[] = ['claim', 'handler', 'commit', 'park']

describe('by SQLSTATE and phase', () => {
  const rows: readonly (readonly [string, Readonly<Record<Phase, DatabaseFault>>])[] = [
    ['40001', { claim: 'retry-now', handler: 'retry-now', commit: 'retry-now', park: 'retry-now' }],
    ['40P01', { claim: 'retry-now', handler: 'retry-now', commit: 'retry-now', park: 'retry-now' }],
    ['55P03', { claim: 'busy', handler: 'system', commit: 'system', park: 'busy' }],
    ['57014', { claim: 'busy', handler: 'system', commit: 'system', park: 'busy' }],
    ['25P03', { claim: 'system', handler: 'system', commit: 'system', park: 'system' }],
    ['42P01', { claim: 'system', handler: 'system', commit: 'system', park: 'system' }],
    ['23505', { claim: 'system', handler: 'system', commit: 'system', park: 'system' }],
    ['P0001', { claim: 'system', handler: 'system', commit: 'system', park: 'system' }],
    ['25006', { claim: 'environment', handler: 'environment', commit: 'environment', park: 'environment' }],
    ['53100', { claim: 'environment', handler: 'environment', commit: 'environment', park: 'environment' }],
    ['53300', { claim: 'environment', handler: 'environment', commit: 'environment', park: 'environment' }],
    ['58030', { claim: 'environment', handler: 'environment', commit: 'environment', park: 'environment' }],
    ['57P01', { claim: 'environment', handler: 'environment', commit: 'unknown-commit', park: 'environment' }],
    ['57P02', { claim: 'environment', handler: 'environment', commit: 'unknown-commit', park: 'environment' }],
    ['57P03', { claim: 'environment', handler: 'environment', commit: 'unknown-commit', park: 'environment' }],
    ['08006', { claim: 'environment', handler: 'environment', commit: 'unknown-commit', park: 'environment' }],
    ['08P01', { claim: 'environment', handler: 'environment', commit: 'unknown-commit', park: 'environment' }],
  ]
  test.each(rows)('%s', (state, expected) => {
    expect(Object.fromEntries(phases.map((phase) => [phase, classify(databaseError(state), phase)]))).toEqual(expected)
  })
})

describe('by what happened to the connection', () => {
  test.each(phases)('lost before a COMMIT: the environment, in %s', (phase) => {
    expect(classify(lost, phase)).toBe('environment')
    expect(classify(new DatabaseConnectionError('pool-timeout', 'busy'), phase)).toBe('environment')
    expect(classify(new DatabaseConnectionError('connect-failed', 'no', databaseError('28P01')), phase)).toBe(
      'environment',
    )
  })

  test('lost while a COMMIT was under way: nobody knows', () => {
    expect(classify(new DatabaseConnectionError('commit-unanswered', 'lost', databaseError('57P01')), 'commit')).toBe(
      'unknown-commit',
    )
    expect(classify(new DatabaseConnectionError('commit-unanswered', 'lost'), 'park')).toBe('unknown-commit')
  })

  test('ended by the server because the handler let it stand idle: the message', () => {
    expect(classify(new DatabaseConnectionError('connection-lost', 'lost', databaseError('25P03')), 'handler')).toBe(
      'system',
    )
  })

  test('ended by the server before COMMIT was sent: the environment, not an unknown outcome', () => {
    expect(classify(new DatabaseConnectionError('connection-lost', 'lost', databaseError('57P01')), 'commit')).toBe(
      'environment',
    )
  })
})

describe('errors of handlers', () => {
  test("that have nothing to do with the database are the message's", () => {
    for (const code of ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'pool-timeout', 'connection-lost']) {
      expect(classify(Object.assign(new Error('http'), { code }), 'handler')).toBe('system')
    }
    for (const thrown of [undefined, null, 'text', 17, {}, new Error('x')])
      expect(classify(thrown, 'handler')).toBe('system')
  })

  test('that an ORM has wrapped are read through their causes', () => {
    const wrapped = new Error('query failed', { cause: new Error('driver', { cause: databaseError('40001') }) })
    expect(classify(wrapped, 'handler')).toBe('retry-now')
    expect(sqlState(wrapped)).toBe('40001')
    expect(classify(new Error('query failed', { cause: lost }), 'handler')).toBe('environment')
  })

  test('may go in circles', () => {
    const circle: { cause?: unknown } = {}
    circle.cause = circle
    expect(classify(circle, 'handler')).toBe('system')
  })
})

test('a code of the operating system is no SQLSTATE', () => {
  expect(sqlState(Object.assign(new Error('x'), { code: 'EPIPE' }))).toBeUndefined()
  expect(sqlState(Object.assign(new Error('x'), { code: 'E2BIG', syscall: 'spawn' }))).toBeUndefined()
  expect(sqlState(databaseError('XX000'))).toBe('XX000')
})
