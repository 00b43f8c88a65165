// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { randomUUID } from 'node:crypto'
import { IllegalOperationError } from 'amqplib'
import { PublishRefusedError } from '../errors.js'
import { publishNonceHeader } from '../message/header-names.js'
import type { Logger } from '../types.js'
import { errorText, replyText } from './amqp-error.js'
import { type Backoff, createBackoff, endsWithin, pauseUnless } from './backoff.js'
import type { OutgoingMessage, Sender, SendOptions } from './broker-types.js'
import { openSession } from './channel-session.js'
import { ConfirmSession, type UnsettledMessage } from './confirm-session.js'
import { describeGivenUp, type Patience, whenGivenUp } from './give-up.js'
import type { Link } from './link.js'
import { noPlace, outcomeUnknown } from './send-outcome.js'
import { createSuspicion, type Suspicion } from './suspicion.js'
import type { Window } from './window.js'
import { requireSendable } from './wire-limits.js'

/** Time for what is unconfirmed when a sender is closed. */
const CLOSE_DEADLINE_MS = 5_000

/** A channel that a message closes is opened again soon: the others wait for it. */
const BACKOFF = { firstMs: 20, longestMs: 5_000 }

/** A confirm channel of its own on the link, opened in the background: `send` waits for it. */
export function createSender(parts: SenderParts): Sender {
  const sender = new SupervisedSender(parts)
  sender.start()
  return sender
}

export interface SenderParts {
  readonly link: Link
  readonly log: Logger
  readonly onClosed: () => void
}

class SupervisedSender implements Sender {
  readonly #link: Link
  readonly #log: Logger
  readonly #onClosed: () => void
  readonly #id = randomUUID()
  readonly #backoff: Backoff = createBackoff(BACKOFF)
  readonly #suspicion: Suspicion = createSuspicion()
  readonly #ended = new AbortController()
  /** Everything whose sender waits, by nonce, in the order of the calls. */
  readonly #unsettled = new Map<string, UnsettledMessage>()
  /** What is still to be written on the current channel, in the same order. */
  #waiting = new Map<string, UnsettledMessage>()
  #session: ConfirmSession | undefined
  /** Counts the entries in `#unsettled`, in their order. */
  #sequence = 0
  #calls = 0
  /** Calls of `send` that have not ended, those that wait for a window included. */
  #inProgress = 0
  #onIdle: (() => void) | undefined
  #closing: Promise<void> | undefined

  constructor({ link, log, onClosed }: SenderParts) {
    this.#link = link
    this.#log = log
    this.#onClosed = onClosed
  }

  start(): void {
    const stopListening = this.#link.onUnblocked(() => this.#pump())
    void this.#keepOpen().finally(stopListening)
  }

  async send(message: OutgoingMessage, { window, ...patience }: SendOptions = {}): Promise<void> {
    if (this.#closing !== undefined) throw new PublishRefusedError('this service has closed its connection to RabbitMQ')
    this.#calls += 1
    const nonce = `${this.#id}.${this.#calls}`
    const stamped = withNonce(message, nonce)
    requireSendable(stamped)
    if (patience.signal?.aborted) throw outcomeUnknown({ message, wasWritten: false }, 'before the wait was given up')
    this.#inProgress += 1
    try {
      await (window === undefined
        ? this.#enlist(nonce, stamped, patience)
        : this.#sendWithin(window, nonce, stamped, patience))
    } finally {
      this.#inProgress -= 1
      if (this.#inProgress === 0) this.#onIdle?.()
    }
  }

  close({ deadlineMs = CLOSE_DEADLINE_MS }: { readonly deadlineMs?: number } = {}): Promise<void> {
    this.#closing ??= this.#drainAndEnd(deadlineMs)
    return this.#closing
  }

  async #sendWithin(window: Window, nonce: string, message: OutgoingMessage, patience: Patience): Promise<void> {
    const startedAt = performance.now()
    const givenUp = await window.enter(patience)
    if (givenUp !== undefined) throw noPlace(window, describeGivenUp(givenUp), givenUp)
    try {
      if (this.#ended.signal.aborted) throw noPlace(window, 'before this service closed its connection')
      const left = less(patience, performance.now() - startedAt)
      // Written now, it could not be confirmed in time, and its outcome would be in doubt for nothing.
      if (left.timeoutMs !== undefined && left.timeoutMs <= 0) throw noPlace(window, 'in time')
      await this.#enlist(nonce, message, left)
    } finally {
      window.leave()
    }
  }

  #enlist(nonce: string, message: OutgoingMessage, patience: Patience): Promise<void> {
    this.#sequence += 1
    const sequence = this.#sequence
    return new Promise((resolve, reject) => {
      const unsettled: UnsettledMessage = {
        sequence,
        nonce,
        message,
        wasWritten: false,
        strikes: 0,
        settle: (error) => {
          stopWaiting()
          this.#strikeOff(unsettled)
          if (error === undefined) resolve()
          else reject(error)
        },
      }
      const stopWaiting = whenGivenUp(patience, (givenUp) =>
        unsettled.settle(outcomeUnknown(unsettled, describeGivenUp(givenUp), givenUp)),
      )
      this.#unsettled.set(nonce, unsettled)
      this.#waiting.set(nonce, unsettled)
      this.#pump()
    })
  }

  #strikeOff(message: UnsettledMessage): void {
    this.#unsettled.delete(message.nonce)
    this.#waiting.delete(message.nonce)
    this.#session?.forget(message)
  }

  /** Writes what may be written now; called again at every confirm, drain, unblock and new channel. */
  #pump(): void {
    const session = this.#session
    if (session === undefined) return
    for (const message of this.#waiting.values()) {
      if (!session.ready || this.#link.blocked || !this.#suspicion.allows(message, session.unconfirmed)) return
      if (!this.#write(session, message)) return
    }
  }

  /** False when the channel or its connection is on its way out: the message is written again on the next one. */
  #write(session: ConfirmSession, message: UnsettledMessage): boolean {
    try {
      session.write(message)
      this.#waiting.delete(message.nonce)
      return true
    } catch (error) {
      if (error instanceof IllegalOperationError) return false
      message.settle(new PublishRefusedError(`the message cannot be encoded: ${errorText(error)}`, { cause: error }))
      return true
    }
  }

  async #keepOpen(): Promise<void> {
    while (!this.#ended.signal.aborted && !this.#link.closed) {
      try {
        const opened = await openSession(this.#link, (connection) => connection.createConfirmChannel(), this.#log)
        const session = new ConfirmSession(opened, () => this.#onProgress())
        await this.#use(session)
      } catch (error) {
        if (!this.#ended.signal.aborted) this.#log.warn({ error }, 'the channel for publishing could not be opened')
      }
      await pauseUnless(this.#ended.signal, this.#backoff.next())
    }
  }

  async #use(session: ConfirmSession): Promise<void> {
    if (this.#ended.signal.aborted) return session.close(0)
    this.#session = session
    this.#backoff.succeeded()
    this.#pump()
    const reason = await session.closed
    this.#session = undefined
    if (this.#ended.signal.aborted) return
    const unconfirmed = [...session.unconfirmed.values()]
    this.#log.warn(
      { error: reason, unconfirmed: unconfirmed.length },
      'the channel for publishing was lost; it is opened again',
    )
    this.#refuse(this.#suspicion.culprits(session, reason, this.#unsettled.values()), reason)
    // Unconfirmed ones first and in their order: they come before everything that was never written.
    this.#waiting = new Map(this.#unsettled)
  }

  #refuse(culprits: readonly UnsettledMessage[], reason: unknown): void {
    for (const culprit of culprits) {
      culprit.settle(new PublishRefusedError(`the broker refused the message: ${replyText(reason)}`, { cause: reason }))
    }
    if (culprits.length > 0) this.#backoff.reset()
  }

  #onProgress(): void {
    this.#backoff.reset()
    this.#pump()
  }

  async #drainAndEnd(deadlineMs: number): Promise<void> {
    const giveUpAt = performance.now() + deadlineMs
    const idle = new Promise<void>((resolve) => {
      this.#onIdle = resolve
    })
    if (this.#inProgress > 0) await endsWithin(idle, deadlineMs)
    this.#ended.abort()
    for (const message of [...this.#unsettled.values()])
      message.settle(outcomeUnknown(message, 'before this service closed its connection'))
    await this.#session?.close(giveUpAt - performance.now())
    this.#onClosed()
  }
}

function less(patience: Patience, elapsedMs: number): Patience {
  return patience.timeoutMs === undefined ? patience : { ...patience, timeoutMs: patience.timeoutMs - elapsedMs }
}

function withNonce(message: OutgoingMessage, nonce: string): OutgoingMessage {
  if (message.properties.mandatory !== true) return message
  const headers = { ...message.properties.headers, [publishNonceHeader]: nonce }
  return { ...message, properties: { ...message.properties, headers } }
}
