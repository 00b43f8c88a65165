// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { setTimeout as pauseFor } from 'node:timers/promises'

export interface BackoffOptions {
  /** Milliseconds before the second try. */
  readonly firstMs: number
  readonly longestMs: number
  readonly random?: () => number
  /** Milliseconds on a clock that never goes back. */
  readonly now?: () => number
}

/** How long to wait between tries. */
export interface Backoff {
  /** Milliseconds until the next try: doubled each time, the upper half random so that a fleet does not return in step. */
  next(): number
  /**
   * It stands again. The next loss starts over only after it has stood for the longest pause: what opens and falls
   * again at once would otherwise be tried in a hot loop.
   */
  succeeded(): void
  /** It did real work: the next loss starts over. */
  reset(): void
}

export function createBackoff({ firstMs, longestMs, random, now }: BackoffOptions): Backoff {
  const clock = now ?? (() => performance.now())
  let tries = 0
  let standingSince = Number.POSITIVE_INFINITY
  return {
    next() {
      if (clock() - standingSince >= longestMs) tries = 0
      standingSince = Number.POSITIVE_INFINITY
      const pauseMs = Math.min(longestMs, firstMs * 2 ** tries)
      tries += 1
      return pauseMs * (0.5 + (random ?? Math.random)() / 2)
    },
    succeeded() {
      standingSince = clock()
    },
    reset() {
      tries = 0
    },
  }
}

/** Resolves after `pauseMs`, or at once when `signal` is aborted. Keeps the process alive: an outage must not end it. */
export async function pauseUnless(signal: AbortSignal, pauseMs: number): Promise<void> {
  await pauseFor(pauseMs, undefined, { signal }).catch(() => {})
}

/** Whether `work` ended, either way, within the deadline. Its rejection is not thrown on. */
export async function endsWithin(work: Promise<unknown>, deadlineMs: number): Promise<boolean> {
  const timer = new AbortController()
  const ended = work.then(
    () => true,
    () => true,
  )
  const late = pauseFor(Math.max(0, deadlineMs), false, { signal: timer.signal }).catch(() => false)
  try {
    return await Promise.race([ended, late])
  } finally {
    timer.abort()
  }
}
