// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { AloneGate } from './alone-gate.js'
import { handBackLater } from './end-delivery.js'
import type { Item, Outcome } from './item.js'
import type { QueueContext } from './queue-context.js'
import { runList } from './run-list.js'
import { settle } from './settle.js'

/** Runs decoded messages of one queue, so many lists at a time as the queue has lanes. */
export interface Lanes {
  /** Takes a message; it runs when a lane and its keys are free. */
  add(item: Item): void
  /** Runs one message now, in a gate that the caller holds. */
  runAlone(item: Item): Promise<void>
  /** Takes back what has not started. */
  takeBack(): readonly Item[]
  /** Lanes in use at most; fewer than the queue's own while the service is on probation. */
  limit(lanes: number): void
  /** Resolves when nothing runs. */
  idle(): Promise<void>
}

export interface LanesOptions<Tx> {
  readonly context: QueueContext<Tx>
  readonly gate: AloneGate
  /** Told of every outcome before it is carried out; what it answers is carried out instead. */
  readonly review: (item: Item, outcome: Outcome) => Promise<Outcome>
}

export function createLanes<Tx>({ context, gate, review }: LanesOptions<Tx>): Lanes {
  const { flights, queue } = context
  const ready: Item[] = []
  const waiting = new Set<Item>()
  const running = new Set<Promise<void>>()
  let inFlight = 0
  let lanes = queue.concurrency

  return {
    add(item) {
      ready.push(item)
      advance()
    },
    runAlone(item) {
      if (!flights.enter(item.decoded.keys)) throw new Error('a message is running beside one that has to run alone')
      return track(runAndLeave([item]))
    },
    takeBack() {
      const items = [...ready.splice(0), ...waiting]
      waiting.clear()
      return items
    },
    limit(most) {
      lanes = Math.min(most, queue.concurrency)
      advance()
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }

  function advance(): void {
    while (ready.length > 0 && running.size < lanes) void track(runLane())
  }

  function track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => {
      running.delete(tracked)
      advance()
    })
    running.add(tracked)
    return tracked
  }

  async function runLane(): Promise<void> {
    // The gate first, the keys after it: a message that runs alone must find no key taken.
    const leaveGate = await gate.enter()
    try {
      const items = takeList()
      if (items.length > 0) await runAndLeave(items)
    } finally {
      leaveGate()
    }
  }

  async function runAndLeave(items: readonly Item[]): Promise<void> {
    report(items.length)
    try {
      await runUntilSettled(items)
    } catch (error) {
      // Nothing may be lost to a fault of ours, nor stand still; what was settled before it stays settled.
      context.log.error({ queue: queue.name, error }, 'a message could not be handled; it comes again')
      await Promise.all(items.map((item) => handBackLater(context, item)))
    } finally {
      report(-items.length)
      const keys = items.flatMap((item) => item.decoded.keys)
      for (const wake of flights.leave(keys)) wake()
    }
  }

  async function runUntilSettled(items: readonly Item[]): Promise<void> {
    let open = items
    while (open.length > 0) {
      const outcomes = await runList(context, open)
      const again: Item[] = []
      for (const [index, item] of open.entries()) {
        const outcome = outcomes[index]
        if (outcome === undefined) throw new Error('a message was left without an outcome')
        if ((await settle(context, item, await review(item, outcome))) === 'claim-again') again.push(item)
      }
      open = again
    }
  }

  /** Up to `batch.size` messages whose keys are all free; the flights are taken in one synchronous step. */
  function takeList(): readonly Item[] {
    const items: Item[] = []
    while (items.length < queue.batch.size) {
      const item = ready[0]
      if (item === undefined) break
      const isReplay = item.copy.replayId !== undefined
      if (isReplay && items.length > 0) break
      ready.shift()
      if (flights.enter(item.decoded.keys)) items.push(item)
      else waitForFlight(item)
      if (isReplay && items.length > 0) break
    }
    return items
  }

  function waitForFlight(item: Item): void {
    waiting.add(item)
    flights.wait(item.decoded.keys, () => {
      if (!waiting.delete(item)) return
      ready.unshift(item)
      advance()
    })
  }

  function report(change: number): void {
    inFlight += change
    context.observe({ kind: 'in-flight', group: context.group.group, queue: queue.name, count: inFlight })
  }
}
