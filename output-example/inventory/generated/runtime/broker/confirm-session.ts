// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { ConfirmChannel, Message } from 'amqplib'
import { publishNonceHeader } from '../message/header-names.js'
import type { OutgoingMessage } from './broker-types.js'
import type { ChannelSession } from './channel-session.js'
import { nacked, unroutable } from './send-outcome.js'

/** A message whose outcome is not known yet. */
export interface UnsettledMessage {
  /** In the order of the calls of `send`. */
  readonly sequence: number
  /** Identifies this call of `send`, also in the message's headers; the same when it is sent again. */
  readonly nonce: string
  readonly message: OutgoingMessage
  /** Whether any connection ever took it: if not, it cannot have arrived. */
  wasWritten: boolean
  /** How often the server closed a channel or connection on which nothing else was unconfirmed. */
  strikes: number
  /** Ends the wait of its sender; without an error the broker has confirmed. */
  readonly settle: (error?: Error) => void
}

/**
 * A confirm channel and what is unconfirmed on it. The outcomes are read from the channel's own events: the callbacks
 * of `publish` do not tell a nack from a channel that was closed.
 */
export class ConfirmSession {
  /** By delivery tag, which is also their order. */
  readonly unconfirmed: Map<number, UnsettledMessage> = new Map()
  /** Whether something was taken off the list unconfirmed: it may still be what the server objects to. */
  hasForgotten = false
  readonly #session: ChannelSession<ConfirmChannel>
  readonly #tags = new Map<UnsettledMessage, number>()
  readonly #returned = new Set<string>()
  #lastTag = 0
  #isFull = false

  /** `onProgress`: something was confirmed or there is room again. */
  constructor(session: ChannelSession<ConfirmChannel>, onProgress: () => void) {
    this.#session = session
    const { channel } = session
    channel.on('ack', ({ deliveryTag, multiple }) => {
      for (const message of this.#take(deliveryTag, multiple)) {
        message.settle(this.#returned.delete(message.nonce) ? unroutable(message.message) : undefined)
      }
      onProgress()
    })
    channel.on('nack', ({ deliveryTag, multiple }) => {
      for (const message of this.#take(deliveryTag, multiple)) message.settle(nacked(message.message))
      onProgress()
    })
    // The return comes before the confirm of the same message.
    channel.on('return', (returned) => this.#returned.add(nonceOf(returned)))
    channel.on('drain', () => {
      this.#isFull = false
      onProgress()
    })
  }

  /** Whether there is room: amqplib takes more than its buffers hold and keeps it all in memory. */
  get ready(): boolean {
    return this.#session.open && !this.#isFull
  }

  get closed(): Promise<unknown> {
    return this.#session.closed
  }

  /** Throws when the channel is gone or the message cannot be encoded; nothing was written then. */
  write(message: UnsettledMessage): void {
    const { exchange, routingKey, content, properties } = message.message
    this.#isFull = !this.#session.channel.publish(exchange, routingKey, content, properties)
    message.wasWritten = true
    this.#lastTag += 1
    this.unconfirmed.set(this.#lastTag, message)
    this.#tags.set(message, this.#lastTag)
  }

  /** Its sender waits no longer; the broker may still confirm it. */
  forget(message: UnsettledMessage): void {
    const tag = this.#tags.get(message)
    if (tag === undefined) return
    this.hasForgotten = true
    this.#remove(tag, message)
  }

  close(deadlineMs: number): Promise<void> {
    return this.#session.close(deadlineMs)
  }

  #take(deliveryTag: number, multiple: boolean): readonly UnsettledMessage[] {
    const taken: UnsettledMessage[] = []
    for (const tag of multiple ? this.unconfirmed.keys() : [deliveryTag]) {
      const message = this.unconfirmed.get(tag)
      if (tag > deliveryTag) break
      // Absent when its sender waits no longer.
      if (message === undefined) continue
      taken.push(message)
      this.#remove(tag, message)
    }
    return taken
  }

  #remove(tag: number, message: UnsettledMessage): void {
    this.unconfirmed.delete(tag)
    this.#tags.delete(message)
  }
}

function nonceOf({ properties }: Message): string {
  return String(properties.headers?.[publishNonceHeader])
}
