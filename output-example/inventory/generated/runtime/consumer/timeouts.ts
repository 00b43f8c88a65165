// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { ConfigurationError } from '../errors.js'
import type { ConsumerTuning, GroupDescriptor } from '../types.js'

/** Times of a running group in milliseconds, with the defaults filled in. */
export interface Timeouts {
  readonly lockMs: number
  readonly statementMs: number
  readonly idleMs: number
  readonly busyForMs: number
  readonly stopDeadlineMs: number
  readonly probeFirstMs: number
  readonly probeLongestMs: number
}

/** Throws `ConfigurationError` for what no server or timer takes: found later, it would fail every message. */
export function resolveTimeouts(group: GroupDescriptor, tuning: ConsumerTuning = {}): Timeouts {
  return {
    lockMs: positive('lockTimeoutMs', tuning.lockTimeoutMs ?? 5_000),
    statementMs: positive('statementTimeoutMs', tuning.statementTimeoutMs ?? group.handlerTimeoutMs),
    idleMs: positive('idleInTransactionMs', tuning.idleInTransactionMs ?? group.handlerTimeoutMs + 5_000),
    busyForMs: whole('busyForMs', tuning.busyForMs ?? 600_000),
    stopDeadlineMs: whole('stopDeadlineMs', tuning.stopDeadlineMs ?? 25_000),
    probeFirstMs: positive('probeMs.first', tuning.probeMs?.first ?? 200),
    probeLongestMs: positive('probeMs.longest', tuning.probeMs?.longest ?? 15_000),
  }
}

/** Longer ones fire at once. */
export const LONGEST_TIMER_MS: number = 2 ** 31 - 1

/** Whole milliseconds above 0. */
export function positive(name: string, value: number): number {
  if (value > 0) return whole(name, value)
  throw invalid(name, value, 'above 0')
}

function whole(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= LONGEST_TIMER_MS) return value
  throw invalid(name, value, 'from 0')
}

function invalid(name: string, value: number, range: string): ConfigurationError {
  return new ConfigurationError(
    'timeout-invalid',
    `\`${name}\` is ${value}: give a whole number ${range} to ${LONGEST_TIMER_MS}`,
  )
}
