// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
export interface Patience {
  /** Milliseconds to wait at most; without it as long as it takes. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** Why a wait ended without a result. `reason` is the abort signal's. */
export type GivenUp =
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'abort'; readonly reason: unknown }

/**
 * Calls back once, at the timeout or the abort, whichever comes first, but never before it returns.
 * The function returned takes both back.
 */
export function whenGivenUp({ timeoutMs, signal }: Patience, callback: (givenUp: GivenUp) => void): () => void {
  let ended = false
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => end({ kind: 'timeout', afterMs: timeoutMs }), Math.max(0, timeoutMs))
  const onAbort = (): void => end({ kind: 'abort', reason: signal?.reason })
  if (signal?.aborted) queueMicrotask(onAbort)
  else signal?.addEventListener('abort', onAbort, { once: true })
  return stop

  function end(givenUp: GivenUp): void {
    if (ended) return
    stop()
    callback(givenUp)
  }

  function stop(): void {
    ended = true
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

export function describeGivenUp(givenUp: GivenUp): string {
  return givenUp.kind === 'timeout' ? `within ${Math.round(givenUp.afterMs)} ms` : 'before the wait was given up'
}
