// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { setTimeout as pauseFor } from 'node:timers/promises'
import type { Channel, ConsumeMessage } from 'amqplib'
import { endsWithin } from './backoff.js'
import type { Delivery } from './broker-types.js'
import type { ChannelSession } from './channel-session.js'
import { createDelivery } from './delivery.js'

/**
 * A quorum queue's channel takes about so many acks on their way to the queue's log at once and keeps the rest back;
 * those it forgets when it is closed, and their messages come again: of 500 acks 467 were lost (RabbitMQ 3.10).
 */
const ACKS_ON_THEIR_WAY = 32
/** Ample for the log to be written. Should it take longer, the messages come again, which their records make harmless. */
const FLUSH_MS = 100

/** One channel that consumes from a queue, from its opening to its end. */
export class Consumption {
  /** Resolves with the reason when its channel is gone, or when the server has cancelled the consumer on it. */
  readonly ended: Promise<unknown>
  readonly #session: ChannelSession<Channel>
  #end: (reason: unknown) => void = () => {}
  #consumerTag: string | undefined
  #isClosing = false
  /** Acks and hand-backs of which the queue may not know yet, and when the last was written. */
  #unflushed = 0
  #lastSettledAt = 0

  constructor(session: ChannelSession<Channel>) {
    this.#session = session
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
    void session.closed.then(this.#end)
  }

  /** Whether deliveries are flowing. */
  get consuming(): boolean {
    return this.#session.open && this.#consumerTag !== undefined
  }

  async consume(queue: string, onDelivery: (delivery: Delivery) => void): Promise<void> {
    const { consumerTag } = await this.#session.channel.consume(queue, (message) =>
      this.#onMessage(message, onDelivery),
    )
    this.#consumerTag = consumerTag
  }

  async cancel(): Promise<void> {
    if (this.#consumerTag === undefined || !this.#session.open) return
    const written = this.#unflushed
    await this.#session.channel.cancel(this.#consumerTag)
    this.#consumerTag = undefined
    // The answer has passed through the queue's log, behind all acks that were written before.
    this.#unflushed -= written
  }

  /** Ends deliveries, flushes the acks and returns the rest to the queue. Never rejects. */
  async close(deadlineMs: number): Promise<void> {
    const giveUpAt = performance.now() + deadlineMs
    this.#isClosing = true
    if (this.#session.open) await endsWithin(this.#flush(), deadlineMs)
    await this.#session.close(giveUpAt - performance.now())
  }

  async #flush(): Promise<void> {
    await this.cancel()
    const restMs = this.#lastSettledAt + FLUSH_MS - performance.now()
    if (this.#unflushed > ACKS_ON_THEIR_WAY && restMs > 0) await pauseFor(restMs)
  }

  #onMessage(message: ConsumeMessage | null, onDelivery: (delivery: Delivery) => void): void {
    if (message === null) {
      this.#consumerTag = undefined
      this.#end(
        new Error('the broker cancelled the consumer: the queue was deleted or moved, or a delivery took too long'),
      )
    } else if (this.#session.open && !this.#isClosing) {
      onDelivery(createDelivery(this.#session, message, () => this.#noteSettled()))
    }
    // Else it is not handed on: the close that is under way returns it to the queue.
  }

  #noteSettled(): void {
    this.#unflushed += 1
    this.#lastSettledAt = performance.now()
  }
}
