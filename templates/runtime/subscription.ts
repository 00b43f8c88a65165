import type { Channel, ConsumeMessage } from 'amqplib'
import { errorText } from './amqp-error.js'
import { type Backoff, createBackoff, pauseUnless } from './backoff.js'
import type { SubscribeOptions, Subscription } from './broker-types.js'
import { type ChannelSession, openSession } from './channel-session.js'
import { createDelivery } from './delivery.js'
import type { Link } from './link.js'
import { queueFailure } from './topology-failure.js'
import type { Logger } from './types.js'

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

/** One channel that consumes, from its opening to its end. */
interface Consumption {
  readonly session: ChannelSession<Channel>
  /** Present while deliveries flow. */
  consumerTag: string | undefined
  /** Resolves with the reason when its channel is gone, or when the server has cancelled the consumer on it. */
  readonly ended: Promise<unknown>
  readonly end: (reason: unknown) => void
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
    return this.#current?.session.open === true && this.#current.consumerTag !== undefined
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
    await this.#current?.session.close(deadlineMs)
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
      await consumption.session.close(CLOSE_DEADLINE_MS)
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
      const consumption = startConsumption(session)
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
    const { session, consumerTag } = consumption
    if (!session.open || this.#closed.signal.aborted) return
    if (this.#isPaused && consumerTag !== undefined) {
      await session.channel.cancel(consumerTag)
      consumption.consumerTag = undefined
    } else if (!this.#isPaused && consumerTag === undefined) {
      const onMessage = (message: ConsumeMessage | null): void => this.#onMessage(consumption, message)
      const reply = await session.channel.consume(this.#options.queue, onMessage)
      consumption.consumerTag = reply.consumerTag
      this.#tell('consuming')
    }
  }

  async #inTurn(step: () => Promise<void>): Promise<void> {
    const turn = this.#lastStep.then(step)
    this.#lastStep = turn.catch(() => {})
    await turn
  }

  #onMessage(consumption: Consumption, message: ConsumeMessage | null): void {
    if (message === null) {
      consumption.consumerTag = undefined
      consumption.end(
        new Error('the broker cancelled the consumer: the queue was deleted, moved, or a delivery took too long'),
      )
      return
    }
    // Not handed on: the close that is under way returns it to the queue.
    if (!consumption.session.open || this.#closed.signal.aborted) return
    const delivery = createDelivery(consumption.session, message)
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

function startConsumption(session: ChannelSession<Channel>): Consumption {
  const { promise, resolve } = withResolver()
  void session.closed.then(resolve)
  return { session, consumerTag: undefined, ended: promise, end: resolve }
}

function withResolver(): { readonly promise: Promise<unknown>; readonly resolve: (reason: unknown) => void } {
  let settle: (reason: unknown) => void = () => {}
  const promise = new Promise<unknown>((resolve) => {
    settle = resolve
  })
  return { promise, resolve: settle }
}
