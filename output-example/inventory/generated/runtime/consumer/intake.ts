// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { setTimeout as pause } from 'node:timers/promises'
import type { Delivery } from '../broker/broker-types.js'
import { readCopyContext } from '../message/copy-context.js'
import { createDecoder } from '../message/decode.js'
import type { AloneGate } from './alone-gate.js'
import type { Suspicion } from './attempts.js'
import { CRASH_LOOP_STARTS, CRASH_LOOPS_IN_A_ROW } from './crash-loops.js'
import { guarded, handBack, type Settled } from './end-delivery.js'
import { isOfAnotherKey } from './failures.js'
import type { Arrival, FailureNote, Item } from './item.js'
import type { Lanes } from './lanes.js'
import type { QueueContext } from './queue-context.js'
import { parkAndAcknowledge } from './settle.js'

/** Takes deliveries in: recognises those that may have killed a process, decodes, parks what cannot be decoded. */
export interface Intake {
  add(delivery: Delivery): void
  /** Resolves when nothing is being taken in. */
  idle(): Promise<void>
}

export interface IntakeOptions<Tx> {
  readonly context: QueueContext<Tx>
  readonly lanes: Lanes
  readonly gate: AloneGate
  /** Whether deliveries are still run; what is on its way when that ends goes back. */
  readonly accepting: () => boolean
  /** Several messages in a row killed their processes with nothing finished between: the service is at fault. */
  readonly onCrashLoops: () => Promise<void>
}

/** A suspect waits until no delivery has come for so long, so that its neighbours are there to go first. */
const QUIET_MS = 100
const LONGEST_QUIET_MS = 2_000

/** Starts not made alone: the first redelivery's, and those of parkings that came to no end. */
const PARKING_DEATHS = 2

export function createIntake<Tx>(options: IntakeOptions<Tx>): Intake {
  const { context, lanes, gate } = options
  const { queue, group } = context
  const decode = createDecoder({ group, queue, messages: context.messages, validator: context.validator })
  const pending = new Set<Promise<void>>()
  let lastArrival = 0

  return {
    add(delivery) {
      lastArrival = performance.now()
      const copy = readCopyContext(delivery.message)
      const arrival: Arrival = { delivery, copy, attempted: false, isDead: false }
      if (delivery.message.fields.redelivered) track(takeRedelivered(arrival))
      else take(arrival)
    },
    async idle() {
      while (pending.size > 0) await Promise.all(pending)
    },
  }

  function track(work: Promise<unknown>): void {
    const tracked = work
      .catch((error: unknown) => {
        context.log.error({ queue: queue.name, error }, 'a message could not be taken in; it stays unacknowledged')
      })
      .then(() => {
        pending.delete(tracked)
      })
    pending.add(tracked)
  }

  function take(arrival: Arrival): void {
    const item = decodeOrPark(arrival)
    if (item === undefined) return
    if (item.copy.replayId === undefined) lanes.add(item)
    else track(takeReplay(item))
  }

  /** A replay whose payload has another key than its row would be a second effect: it does not run, and its row says why. */
  async function takeReplay(item: Item): Promise<Settled> {
    return guarded(context, item, async () => {
      if (await isMisfit(item)) return parkMisfit(item)
      if (!options.accepting()) return handBack(context, item)
      lanes.add(item)
      return 'done'
    })
  }

  async function isMisfit(item: Item): Promise<boolean> {
    if (item.copy.replayId === undefined) return false
    const { database } = context
    return isOfAnotherKey({ query: database.query, schema: database.schema, group: group.group }, item)
  }

  function parkMisfit(item: Item): Promise<Settled> {
    const failure: FailureNote = {
      class: 'poison',
      code: 'replay-key-differs',
      message: `the replayed payload has the business key ${item.decoded.businessKey}, which is not that of this message`,
      runs: item.copy.run,
    }
    const parked = parkedBytes(item, item.decoded.descriptor.eventType)
    return parkAndAcknowledge(context, item, { failure, parked, replayOf: item.copy.replayId })
  }

  /** The decoded message; parks it and gives nothing when it cannot be decoded. */
  function decodeOrPark(arrival: Arrival): Item | undefined {
    const decoded = decode(arrival.delivery.message)
    if (decoded.kind === 'decoded') {
      if (decoded.keyHeader !== 'differs') return { ...arrival, decoded }
      context.observe({ kind: 'key-header-differs', group: group.group, queue: queue.name })
      context.log.warn({ queue: queue.name, messageId: decoded.messageId }, 'the header names another business key')
      if (group.keyHeader === 'observe') return { ...arrival, decoded }
      const message = 'the header businessKey differs from the key computed from the message'
      parkPoison(arrival, { code: 'key-header-differs', message, eventType: decoded.descriptor.eventType })
      return undefined
    }
    parkPoison(arrival, decoded)
    return undefined
  }

  function parkPoison(
    arrival: Arrival,
    poison: { readonly code: string; readonly message: string; readonly eventType?: string },
  ): void {
    const failure: FailureNote = { class: 'poison', code: poison.code, message: poison.message, runs: arrival.copy.run }
    const parked = parkedBytes(arrival, poison.eventType)
    track(parkAndAcknowledge(context, arrival, { failure, parked, replayOf: arrival.copy.replayId }))
  }

  async function takeRedelivered(arrival: Arrival): Promise<void> {
    await guarded(context, arrival, async () => {
      const suspicion = await context.attempts.start(arrival.delivery.message.content)
      const attempted = { ...arrival, attempted: true }
      if (!options.accepting()) return handBack(context, attempted)
      if (suspicion.starts > 0) return guarded(context, attempted, () => takeSuspect(attempted, suspicion))
      take(attempted)
      return 'done'
    })
  }

  async function takeSuspect(arrival: Arrival, suspicion: Suspicion): Promise<Settled> {
    if (suspicion.startsAlone > 0) await quiet()
    const leaveGate = await gate.enterAlone(suspicion.startsAlone)
    try {
      if (!options.accepting()) return await handBack(context, arrival)
      if (await isCrashLoop(arrival, suspicion)) return await endCrashLoop(arrival, suspicion)
      await context.attempts.startSuspect(arrival.delivery.message.content, { alone: true })
      const item = decodeOrPark(arrival)
      if (item === undefined) return 'done'
      if (await isMisfit(item)) return await parkMisfit(item)
      await lanes.runAlone(item)
      return 'done'
    } finally {
      leaveGate()
    }
  }

  async function isCrashLoop(arrival: Arrival, { startsAlone }: Suspicion): Promise<boolean> {
    if (startsAlone < CRASH_LOOP_STARTS) return false
    return context.attempts.othersFinished(arrival.delivery.message.content)
  }

  async function endCrashLoop(arrival: Arrival, suspicion: Suspicion): Promise<Settled> {
    if ((await context.attempts.crashLoopsInARow()) < CRASH_LOOPS_IN_A_ROW) return parkCrashLoop(arrival, suspicion)
    // First nothing more is delivered: what goes back before that would be here again at once.
    await options.onCrashLoops()
    return handBack(context, arrival)
  }

  /** Parks a killer without running it, and in the end without decoding it: that may be what kills. */
  async function parkCrashLoop(arrival: Arrival, { starts, startsAlone }: Suspicion): Promise<Settled> {
    const failure: FailureNote = {
      class: 'crash-loop',
      code: 'crash-loop',
      message: `the process died ${startsAlone} times while it handled this message alone`,
      runs: arrival.copy.run,
    }
    const parked = parkedBytes(arrival, undefined)
    if (starts - startsAlone > PARKING_DEATHS) return parkAndAcknowledge(context, arrival, { failure, parked })
    await context.attempts.startSuspect(arrival.delivery.message.content, { alone: false })
    const decoded = decode(arrival.delivery.message)
    if (decoded.kind !== 'decoded') return parkAndAcknowledge(context, arrival, { failure, parked })
    const item: Item = { ...arrival, decoded }
    const { eventType } = decoded.descriptor
    return parkAndAcknowledge(context, item, { failure, parked: { ...parked, eventType, item } })
  }

  function parkedBytes(arrival: Arrival, eventType: string | undefined) {
    const { exchange, routingKey } = arrival.copy
    return { message: arrival.delivery.message, exchange, routingKey, queue: queue.name, eventType }
  }

  async function quiet(): Promise<void> {
    const since = performance.now()
    while (performance.now() - lastArrival < QUIET_MS && performance.now() - since < LONGEST_QUIET_MS) {
      await pause(QUIET_MS / 4)
    }
  }
}
