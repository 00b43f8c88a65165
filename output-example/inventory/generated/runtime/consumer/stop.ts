// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { endsWithin } from '../broker/backoff.js'
import type { Sender } from '../broker/broker-types.js'
import type { Logger, RunningConsumer } from '../types.js'
import type { Cleanup } from './cleanup.js'
import type { QueueConsumer } from './queue-consumer.js'
import { LONGEST_TIMER_MS } from './timeouts.js'

/** What is aborted at the deadline gets so long to roll back and to go back to its queue. */
const AFTER_ABORT_MS = 3_000
/** For a cancel: a broker that does not answer it would hold up everything behind it. */
const CANCEL_MS = 5_000
const CLOSE_MS = 1_000

export interface Stopping {
  readonly consumers: readonly Pick<QueueConsumer, 'suspend' | 'idle' | 'close'>[]
  readonly breaker: { close(): void }
  readonly cleanup: Pick<Cleanup, 'stop'> | undefined
  readonly sender: Pick<Sender, 'close'>
  readonly stopping: AbortController
  readonly deadlineMs: number
  readonly log: Logger
  /** Called at the end, whatever came before. */
  readonly onStopped: () => void
}

export interface Stop {
  readonly stop: RunningConsumer['stop']
  /** Whether it has been asked for. */
  readonly begun: boolean
}

/**
 * Cancel, hand back, drain, abort what is left at the deadline, close the channels (which flushes the acks). No step
 * waits for a server for ever. If the process dies in between, what was not acknowledged returns.
 */
export function createStop(parts: Stopping): Stop {
  let stopped: Promise<void> | undefined

  async function run(deadlineMs: number): Promise<void> {
    parts.breaker.close()
    const abort = setTimeout(() => parts.stopping.abort(new Error('the consumer is stopping')), deadlineMs)
    // What does not end even when aborted is left to the broker: its delivery returns with the channel.
    await endsWithin(drain(), deadlineMs + AFTER_ABORT_MS)
    clearTimeout(abort)
    parts.stopping.abort(new Error('the consumer has stopped'))
    const cleanedUp = parts.cleanup === undefined ? undefined : endsWithin(parts.cleanup.stop(), CLOSE_MS)
    await Promise.all([...parts.consumers.map((consumer) => consumer.close()), cleanedUp])
    await parts.sender.close({ deadlineMs: CLOSE_MS })
  }

  async function drain(): Promise<void> {
    await endsWithin(Promise.all(parts.consumers.map((consumer) => consumer.suspend('stop'))), CANCEL_MS)
    await Promise.all(parts.consumers.map((consumer) => consumer.idle()))
  }

  return {
    get begun() {
      return stopped !== undefined
    },
    stop({ deadlineMs = parts.deadlineMs } = {}) {
      stopped ??= run(Math.min(Math.max(deadlineMs, 0), LONGEST_TIMER_MS - AFTER_ABORT_MS))
        .catch((error: unknown) => parts.log.error({ error }, 'the consumer did not stop in good order'))
        .finally(parts.onStopped)
      return stopped
    },
  }
}
