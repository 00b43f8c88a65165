// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { setTimeout as pause } from 'node:timers/promises'
import { sqlState } from '../database/classify.js'
import type { Database, Logger } from '../types.js'
import type { Timeouts } from './timeouts.js'

/**
 * Stops consuming while the database is away. Without it every delivery would fail, be copied and come back by the
 * thousand a second, and messages would be parked for a fault that is not theirs.
 */
export interface Breaker {
  /**
   * Whether the database (`environment`) or the message is at fault: decided by a probe on a new connection, and by
   * several keys failing in the same way within ten seconds. Opens the breaker in the first case.
   */
  judge(error: unknown, key: string): Promise<'environment' | 'message'>
  readonly open: boolean
  /** Ends the probing for good. */
  close(): void
}

export interface BreakerOptions {
  readonly database: Pick<Database<unknown>, 'probe'>
  readonly timeouts: Timeouts
  readonly log: Logger
  /** Stops deliveries and hands back what has not started; resolves when no more can arrive. */
  readonly onOpen: (reason: string) => Promise<void>
  readonly onClose: () => Promise<void>
}

/** So many different keys with a lost connection each within the window are no coincidence. */
const KEYS_IN_WINDOW = 3
const WINDOW_MS = 10_000

export function createBreaker(options: BreakerOptions): Breaker {
  const ended = new AbortController()
  const recentKeys = new Map<string, number>()
  let opening: Promise<void> | undefined
  let probing: Promise<boolean> | undefined
  let pauseMs = options.timeouts.probeFirstMs
  let closedAt = Number.NEGATIVE_INFINITY

  return {
    async judge(error, key) {
      if (opening === undefined && (await isMessagesFault(error, key))) return 'message'
      opening ??= openAndRecover(error)
      await opening
      return 'environment'
    },
    get open() {
      return opening !== undefined
    },
    close() {
      ended.abort()
    },
  }

  async function isMessagesFault(error: unknown, key: string): Promise<boolean> {
    probing ??= answers(probeFor(error)).finally(() => {
      probing = undefined
    })
    if (!(await probing)) return false
    const now = performance.now()
    for (const [recent, at] of recentKeys) if (now - at > WINDOW_MS) recentKeys.delete(recent)
    recentKeys.set(key, now)
    return recentKeys.size < KEYS_IN_WINDOW
  }

  async function openAndRecover(error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error)
    // An outage right after the last one is the same outage: wait on from there instead of hammering.
    if (performance.now() - closedAt > WINDOW_MS * 3) pauseMs = options.timeouts.probeFirstMs
    options.log.error({ error }, 'the database does not answer; consuming is suspended')
    await options.onOpen(reason)
    void recover(probeFor(error)).catch(() => {})
  }

  async function recover(kind: 'read' | 'write'): Promise<void> {
    do {
      await pause(pauseMs * (0.75 + Math.random() / 2), undefined, { signal: ended.signal })
      pauseMs = Math.min(pauseMs * 2, options.timeouts.probeLongestMs)
    } while (!(await answers(kind)))
    if (ended.signal.aborted) return
    recentKeys.clear()
    closedAt = performance.now()
    opening = undefined
    options.log.info({}, 'the database answers; consuming goes on')
    await options.onClose()
  }

  async function answers(kind: 'read' | 'write'): Promise<boolean> {
    try {
      await options.database.probe(kind)
      return true
    } catch (error) {
      options.log.warn({ error }, 'the database did not answer a probe')
      return false
    }
  }
}

/** A read-only server and a full disk still answer reads. */
function probeFor(error: unknown): 'read' | 'write' {
  const state = sqlState(error)
  return state === '25006' || state?.startsWith('53') === true ? 'write' : 'read'
}
