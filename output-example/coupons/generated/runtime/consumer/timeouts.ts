// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
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

export function resolveTimeouts(group: GroupDescriptor, tuning: ConsumerTuning = {}): Timeouts {
  return {
    lockMs: tuning.lockTimeoutMs ?? 5_000,
    statementMs: tuning.statementTimeoutMs ?? group.handlerTimeoutMs,
    idleMs: tuning.idleInTransactionMs ?? group.handlerTimeoutMs + 5_000,
    busyForMs: tuning.busyForMs ?? 600_000,
    stopDeadlineMs: tuning.stopDeadlineMs ?? 25_000,
    probeFirstMs: tuning.probeMs?.first ?? 200,
    probeLongestMs: tuning.probeMs?.longest ?? 15_000,
  }
}
