// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { setMaxListeners } from 'node:events'
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
   * several keys failing in the same way within ten seconds; without a key by the probe alone. Opens the breaker in the
   * first case.
   */
  judge(error: unknown, key: string | undefined): Promise<'environment' | 'message'>
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
/** What is lost in the same moment is judged together: the first would else count for what all of them suffer. */
const SAME_MOMENT_MS = 250

export function createBreaker(options: BreakerOptions): Breaker {
  const ended = new AbortController()
  // Every message that is judged waits on it; more than ten are no leak.
  setMaxListeners(0, ended.signal)
  const recentKeys = new Map<string, number>()
  let opening: Promise<void> | undefined
  const probing = new Map<ProbeKind, Promise<boolean>>()
  let timesOpened = 0
  let pauseMs = options.timeouts.probeFirstMs
  let closedAt = Number.NEGATIVE_INFINITY

  return {
    async judge(error, key) {
      const verdict = opening === undefined ? await assess(error, key) : 'away'
      if (verdict === 'message') return 'message'
      if (verdict === 'away') {
        opening ??= openAndRecover(error)
        await opening
      }
      return 'environment'
    },
    get open() {
      return opening !== undefined
    },
    close() {
      ended.abort()
    },
  }

  /** `passed`: the database was away, and has come back meanwhile. */
  async function assess(error: unknown, key: string | undefined): Promise<'message' | 'away' | 'passed'> {
    if (!(await probeOnce(probeFor(error)))) return 'away'
    if (key === undefined) return 'message'
    const now = performance.now()
    for (const [recent, at] of recentKeys) if (now - at > WINDOW_MS) recentKeys.delete(recent)
    recentKeys.set(key, now)
    if (recentKeys.size >= KEYS_IN_WINDOW) return 'away'
    const openedBefore = timesOpened
    await pause(SAME_MOMENT_MS, undefined, { signal: ended.signal }).catch(() => {})
    if (timesOpened > openedBefore) return 'passed'
    return recentKeys.size >= KEYS_IN_WINDOW ? 'away' : 'message'
  }

  /** Several that ask at once share an answer, but not that of another question: a read-only server answers reads. */
  function probeOnce(kind: ProbeKind): Promise<boolean> {
    const known = probing.get(kind)
    if (known !== undefined) return known
    const answer = answers(kind).finally(() => probing.delete(kind))
    probing.set(kind, answer)
    return answer
  }

  async function openAndRecover(error: unknown): Promise<void> {
    timesOpened += 1
    const reason = error instanceof Error ? error.message : String(error)
    // An outage right after the last one is the same outage: wait on from there instead of hammering.
    if (performance.now() - closedAt > WINDOW_MS * 3) pauseMs = options.timeouts.probeFirstMs
    options.log.error({ error }, 'the database does not answer; consuming is suspended')
    await options.onOpen(reason)
    void recover(probeFor(error)).catch(() => {})
  }

  async function recover(kind: ProbeKind): Promise<void> {
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

  async function answers(kind: ProbeKind): Promise<boolean> {
    try {
      await options.database.probe(kind)
      return true
    } catch (error) {
      options.log.warn({ error }, 'the database did not answer a probe')
      return false
    }
  }
}

type ProbeKind = 'read' | 'write'

/** A read-only server and a full disk still answer reads. */
function probeFor(error: unknown): ProbeKind {
  const state = sqlState(error)
  return state === '25006' || state?.startsWith('53') === true ? 'write' : 'read'
}
