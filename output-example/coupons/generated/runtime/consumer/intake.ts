// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { setTimeout as pause } from 'node:timers/promises'
import type { Delivery } from '../broker/broker-types.js'
import { readCopyContext } from '../message/copy-context.js'
import { createDecoder } from '../message/decode.js'
import type { AloneGate } from './alone-gate.js'
import {
  CRASH_LOOP_STARTS,
  CRASH_LOOPS_IN_A_ROW,
  crashLoopsInARow,
  readSuspicion,
  type Suspicion,
  startAttempt,
} from './attempts.js'
import type { QueueContext } from './group-context.js'
import type { Arrival, FailureNote, Item } from './item.js'
import type { Lanes } from './lanes.js'
import { guarded, handBack, parkAndAcknowledge } from './settle.js'

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
  /** Whether deliveries are still taken; what arrives otherwise goes straight back. */
  readonly accepting: () => boolean
  /** Several messages in a row killed their processes with nothing finished between: the service is at fault. */
  readonly onCrashLoops: () => void
}

/** A suspect waits until no delivery has come for so long, so that its neighbours are there to go first. */
const QUIET_MS = 100
const LONGEST_QUIET_MS = 2_000

export function createIntake<Tx>(options: IntakeOptions<Tx>): Intake {
  const { context, lanes, gate } = options
  const { queue, group } = context
  const decode = createDecoder({ group, queue, messages: context.messages, validator: context.validator })
  const pending = new Set<Promise<void>>()
  let lastArrival = 0

  return {
    add(delivery) {
      lastArrival = performance.now()
      context.observe({ kind: 'received', group: group.group, queue: queue.name })
      if (!options.accepting()) {
        delivery.handBack()
        return
      }
      const arrival: Arrival = { delivery, copy: readCopyContext(delivery.message), attempted: false }
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
    if (item !== undefined) lanes.add(item)
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
    track(parkAndAcknowledge(context, arrival, { failure, parked: parkedBytes(arrival, poison.eventType) }))
  }

  async function takeRedelivered(arrival: Arrival): Promise<void> {
    await guarded(context, arrival, async () => {
      const { content } = arrival.delivery.message
      const suspicion = await readSuspicion(context, content)
      if (suspicion.starts > 0) {
        await takeSuspect({ ...arrival, attempted: true }, suspicion)
        return 'done'
      }
      await startAttempt(context, content, false)
      if (options.accepting()) take({ ...arrival, attempted: true })
      else await handBack(context, { ...arrival, attempted: true })
      return 'done'
    })
  }

  async function takeSuspect(arrival: Arrival, suspicion: Suspicion): Promise<void> {
    if (suspicion.startsAlone >= CRASH_LOOP_STARTS && suspicion.othersFinished) {
      if ((await crashLoopsInARow(context)) >= CRASH_LOOPS_IN_A_ROW) {
        options.onCrashLoops()
        await handBack(context, arrival)
        return
      }
      await parkCrashLoop(arrival, suspicion)
      return
    }
    if (suspicion.startsAlone > 0) await quiet()
    const leaveGate = await gate.enterAlone(suspicion.startsAlone)
    try {
      if (!options.accepting()) {
        await handBack(context, arrival)
        return
      }
      await startAttempt(context, arrival.delivery.message.content, true)
      const item = decodeOrPark(arrival)
      if (item !== undefined) await lanes.runAlone(item)
    } finally {
      leaveGate()
    }
  }

  /** Parks a killer without running it; without decoding it either when a former try to do so was its last. */
  async function parkCrashLoop(arrival: Arrival, suspicion: Suspicion): Promise<void> {
    const failure: FailureNote = {
      class: 'crash-loop',
      code: 'crash-loop',
      message: `the process died ${suspicion.startsAlone} times while it handled this message alone`,
      runs: arrival.copy.run,
    }
    const parked = parkedBytes(arrival, undefined)
    if (suspicion.startsAlone > CRASH_LOOP_STARTS) {
      await parkAndAcknowledge(context, arrival, { failure, parked })
      return
    }
    await startAttempt(context, arrival.delivery.message.content, true)
    const decoded = decode(arrival.delivery.message)
    if (decoded.kind !== 'decoded') {
      await parkAndAcknowledge(context, arrival, { failure, parked })
      return
    }
    const item: Item = { ...arrival, decoded }
    const { eventType } = decoded.descriptor
    await parkAndAcknowledge(context, item, { failure, parked: { ...parked, eventType, item } })
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
