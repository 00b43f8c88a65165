// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { Logger } from '../types.js'
import { errorText } from './amqp-error.js'
import { type Backoff, createBackoff, pauseUnless } from './backoff.js'
import type { Delivery, SubscribeOptions, Subscription } from './broker-types.js'
import { openSession } from './channel-session.js'
import { Consumption } from './consumption.js'
import type { Link } from './link.js'
import { queueFailure } from './topology-failure.js'

const BACKOFF = { firstMs: 100, longestMs: 10_000 }
const CLOSE_DEADLINE_MS = 5_000

/**
 * Consumes from a queue until it is closed. Rejects when the first attempt fails for a reason that a loss of the
 * connection does not explain; after that, whatever fails is tried again.
 */
export async function openSubscription(parts: SubscriptionParts): Promise<Subscription> {
  const subscription = new SupervisedSubscription(parts)
  await subscription.start()
  return subscription
}

export interface SubscriptionParts {
  readonly link: Link
  readonly options: SubscribeOptions
  readonly log: Logger
  readonly onClosed: () => void
}

class SupervisedSubscription implements Subscription {
  readonly #link: Link
  readonly #options: SubscribeOptions
  readonly #log: Logger
  readonly #onClosed: () => void
  readonly #backoff: Backoff = createBackoff(BACKOFF)
  readonly #closed = new AbortController()
  #current: Consumption | undefined
  #isPaused = false
  #lastStep: Promise<void> = Promise.resolve()
  #closing: Promise<void> | undefined

  constructor({ link, options, log, onClosed }: SubscriptionParts) {
    this.#link = link
    this.#options = options
    this.#log = log
    this.#onClosed = onClosed
  }

  get consuming(): boolean {
    return this.#current?.consuming === true
  }

  async start(): Promise<void> {
    for (;;) {
      const { generation } = this.#link
      try {
        void this.#supervise(await this.#open())
        return
      } catch (error) {
        const connectionWasLost = !this.#link.up || this.#link.generation !== generation
        if (!connectionWasLost || this.#link.closed) throw queueFailure(error, this.#options.queue)
        this.#warn(error, 'connection lost while subscribing')
        await pauseUnless(this.#closed.signal, this.#backoff.next())
      }
    }
  }

  async pause(): Promise<void> {
    this.#isPaused = true
    await this.#adjust()
  }

  async resume(): Promise<void> {
    this.#isPaused = false
    await this.#adjust()
  }

  close({ deadlineMs = CLOSE_DEADLINE_MS }: { readonly deadlineMs?: number } = {}): Promise<void> {
    this.#closing ??= this.#end(deadlineMs)
    return this.#closing
  }

  async #end(deadlineMs: number): Promise<void> {
    this.#closed.abort()
    await this.#current?.close(deadlineMs)
    this.#tell('closed')
    this.#onClosed()
  }

  async #supervise(first: Consumption): Promise<void> {
    let consumption: Consumption | undefined = first
    while (consumption !== undefined) {
      const reason: unknown = await consumption.ended
      if (this.#closed.signal.aborted) return
      this.#warn(reason, 'consuming was interrupted')
      this.#tell('interrupted', reason)
      // After a cancel by the server the channel still stands; closing it returns what is left on it to the queue.
      await consumption.close(CLOSE_DEADLINE_MS)
      consumption = await this.#reopen()
    }
  }

  /** Gives undefined when the subscription was closed meanwhile. */
  async #reopen(): Promise<Consumption | undefined> {
    for (;;) {
      await pauseUnless(this.#closed.signal, this.#backoff.next())
      if (this.#closed.signal.aborted || this.#link.closed) return undefined
      try {
        return await this.#open()
      } catch (error) {
        if (!this.#closed.signal.aborted) this.#warn(error, 'consuming cannot go on yet')
      }
    }
  }

  async #open(): Promise<Consumption> {
    await this.#options.declare()
    const session = await openSession(this.#link, (connection) => connection.createChannel(), this.#log)
    try {
      await session.channel.prefetch(this.#options.prefetch)
      const consumption = new Consumption(session)
      this.#current = consumption
      await this.#inTurn(() => this.#reconcile(consumption))
      if (this.#closed.signal.aborted) throw new Error('the subscription was closed')
      this.#backoff.succeeded()
      return consumption
    } catch (error) {
      await session.close(CLOSE_DEADLINE_MS)
      throw error
    }
  }

  /** Never rejects: a channel that is lost here is opened again, and then as is wished by that time. */
  async #adjust(): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#current !== undefined) await this.#reconcile(this.#current)
    }).catch(() => {})
  }

  /** Brings the channel to what is wished now: two wishes that cross on their way would leave the wrong one. */
  async #reconcile(consumption: Consumption): Promise<void> {
    if (this.#closed.signal.aborted) return
    if (this.#isPaused) await consumption.cancel()
    else if (!consumption.consuming) {
      await consumption.consume(this.#options.queue, (delivery) => this.#deliver(delivery))
      this.#tell('consuming')
    }
  }

  async #inTurn(step: () => Promise<void>): Promise<void> {
    const turn = this.#lastStep.then(step)
    this.#lastStep = turn.catch(() => {})
    await turn
  }

  #deliver(delivery: Delivery): void {
    this.#safely(
      () => this.#options.onDelivery(delivery),
      'a delivery could not be taken over; it stays unacknowledged',
    )
  }

  #tell(state: 'consuming' | 'interrupted' | 'closed', reason?: unknown): void {
    this.#safely(() => this.#options.onState(state, reason), 'a change of state could not be told')
  }

  /** What a callback throws would end the connection, and what it rejects with the process. */
  #safely(callback: () => unknown, message: string): void {
    const fail = (error: unknown): void => this.#log.error({ queue: this.#options.queue, error }, message)
    try {
      Promise.resolve(callback()).catch(fail)
    } catch (error) {
      fail(error)
    }
  }

  #warn(error: unknown, message: string): void {
    this.#log.warn({ queue: this.#options.queue, error }, `${message}: ${errorText(error)}`)
  }
}
