// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { setTimeout as pause } from 'node:timers/promises'
import type { Item, Outcome } from './item.js'
import type { QueueContext } from './queue-context.js'

/**
 * Notices when the service itself is at fault, not its messages: its SQL does not fit the database any more (a
 * migration that has not run), or message after message kills the process. Consuming then pauses, the service is not
 * ready, and one message at a time finds out whether it goes again, uncounted.
 */
export interface Probation {
  /** Looks at an outcome and gives what is to be carried out. */
  review(item: Item, outcome: Outcome): Promise<Outcome>
  /** Pauses because of crash loops. Resolves when no more deliveries come: what goes back now stays in its queue. */
  pauseForCrashLoops(): Promise<void>
  readonly paused: boolean
}

export interface ProbationOptions<Tx> {
  readonly context: QueueContext<Tx>
  readonly suspend: (reason: string) => Promise<void>
  readonly resume: (reason: string) => Promise<void>
  readonly limitLanes: (lanes: number) => void
  /** Aborted when the consumer stops. */
  readonly ended: AbortSignal
}

/** So many different keys in a row whose handlers sent SQL that the database does not understand. */
const KEYS_IN_A_ROW = 5
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
const REASON = 'probation'

export function createProbation<Tx>(options: ProbationOptions<Tx>): Probation {
  const { context } = options
  const labels = { group: context.group.group, queue: context.queue.name }
  const failedKeys = new Set<string>()
  let pauseMs = FIRST_PAUSE_MS
  let onProbation = false
  let isWaiting = false

  return {
    async review(item, outcome) {
      const isSchemaFault = outcome.kind === 'failed' && outcome.isSchemaFault === true
      if (onProbation) return isSchemaFault ? stayOut() : goOn(outcome)
      if (!isSchemaFault) {
        failedKeys.clear()
        return outcome
      }
      failedKeys.add(item.decoded.businessKey)
      if (failedKeys.size >= KEYS_IN_A_ROW) {
        start(`${failedKeys.size} messages in a row failed with SQLSTATE ${outcome.code}: has a migration not run?`)
        void pauseConsuming()
      }
      return outcome
    },
    async pauseForCrashLoops() {
      if (!onProbation) {
        start(
          'several messages in a row killed the process, and none finished between them: ' +
            'once it is mended, a message that is processed, or a replay of one of those, ends this',
        )
      }
      await pauseConsuming()
    },
    get paused() {
      return onProbation
    },
  }

  function start(reason: string): void {
    onProbation = true
    failedKeys.clear()
    context.log.error({ ...labels, reason }, 'consuming is paused: the service seems to be at fault, not its messages')
    context.observe({ kind: 'paused', ...labels, reason })
    options.limitLanes(1)
  }

  async function stayOut(): Promise<Outcome> {
    // Before the message goes back: it would be delivered again at once.
    await pauseConsuming()
    // Not counted: the message is not at fault.
    return { kind: 'aborted' }
  }

  function goOn(outcome: Outcome): Outcome {
    if (outcome.kind !== 'processed') return outcome
    onProbation = false
    pauseMs = FIRST_PAUSE_MS
    options.limitLanes(context.queue.concurrency)
    context.log.info(labels, 'consuming goes on')
    context.observe({ kind: 'resumed', ...labels, reason: 'a message was processed' })
    return outcome
  }

  /** Resolves when no more deliveries come. They come again after a pause, longer each time; several calls share one. */
  async function pauseConsuming(): Promise<void> {
    const suspended = options.suspend(REASON)
    if (!isWaiting) {
      isWaiting = true
      void resumeLater(suspended)
    }
    await suspended
  }

  async function resumeLater(suspended: Promise<void>): Promise<void> {
    await suspended
    try {
      await pause(pauseMs, undefined, { signal: options.ended })
    } catch {
      return
    }
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    // Before consuming goes on: a message that fails from now on begins a pause of its own.
    isWaiting = false
    await options.resume(REASON)
  }
}
