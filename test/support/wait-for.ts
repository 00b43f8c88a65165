import { setTimeout as pause } from 'node:timers/promises'

export interface WaitOptions {
  /** What is waited for, for the message when it does not come: `the queue is empty`. */
  readonly what: string
  /** 10,000 by default. */
  readonly deadlineMs?: number
  /** Between two looks; 20 by default. */
  readonly intervalMs?: number
}

/**
 * Looks again and again until `condition` gives something truthy, and resolves to that. A condition that throws has
 * not come true yet. Rejects at the deadline with what was seen last.
 */
export async function waitFor<Value>(
  condition: () => Value | Promise<Value>,
  { what, deadlineMs = 10_000, intervalMs = 20 }: WaitOptions,
): Promise<Exclude<Value, false | undefined | null | 0 | ''>> {
  const giveUp = performance.now() + deadlineMs
  for (;;) {
    let seen: unknown
    try {
      const value = await condition()
      if (isTruthy(value)) return value
      seen = value
    } catch (error) {
      seen = error
    }
    if (performance.now() >= giveUp) {
      const last = seen instanceof Error ? seen.message : String(seen)
      throw new Error(`not within ${deadlineMs} ms: ${what}; seen last: ${last}`, { cause: seen })
    }
    await pause(intervalMs)
  }
}

function isTruthy<Value>(value: Value): value is Exclude<Value, false | undefined | null | 0 | ''> {
  return Boolean(value)
}
