// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { Channel, ConsumeMessage, Options } from 'amqplib'
import type { Logger } from '../types.js'
import type { Window } from './window.js'

/** What the runtime itself needs of a `Broker`; `brokerLinks(broker)` gives it. Types only. */
export interface BrokerLinks {
  /** Consumes from one queue for as long as the subscription lives, through every loss of channel or connection. */
  subscribe(options: SubscribeOptions): Promise<Subscription>
  /**
   * A confirm channel of its own on the publishing connection: a blocked publisher must not block acks. It is opened in
   * the background, so that a broker that takes no messages now does not hold up the caller.
   */
  openSender(options?: { readonly log?: Logger }): Promise<Sender>
  /** Runs `work` on a throw-away channel of the consuming connection: a refused declaration closes the channel it was made on. */
  withChannel<Result>(work: (channel: Channel) => Promise<Result>): Promise<Result>
}

export interface SubscribeOptions {
  readonly queue: string
  readonly prefetch: number
  /**
   * Declares what the subscription needs; run before every (re)subscription, in its own throw-away channels. Its error
   * rejects `subscribe` the first time; later it is logged and tried again.
   */
  readonly declare: () => Promise<void>
  /** What it throws is logged, and the delivery stays unacknowledged until its channel ends. */
  readonly onDelivery: (delivery: Delivery) => void
  /**
   * `consuming`: deliveries flow, also after `resume`. `interrupted`: channel or connection lost, queue deleted,
   * consumer cancelled by the server; it is being restored.
   */
  readonly onState: (state: 'consuming' | 'interrupted' | 'closed', reason?: unknown) => void
  readonly log?: Logger
}

export interface Subscription {
  /**
   * Stops deliveries (basic.cancel) and keeps the channel, so that what was delivered can still be settled. Resolves when
   * no more can arrive; stays in force over a loss of the channel. Never rejects.
   */
  pause(): Promise<void>
  /** Starts deliveries again; while the channel is down, as soon as it is restored. Never rejects. */
  resume(): Promise<void>
  /**
   * Ends deliveries for good and closes the channel, which flushes its acks and returns the rest to the queue. Gives up
   * waiting for the broker at the deadline, 5,000 ms by default. Never rejects.
   */
  close(options?: { readonly deadlineMs?: number }): Promise<void>
  /** Whether deliveries are flowing. */
  readonly consuming: boolean
}

/** A message in our hands, bound to the channel generation that delivered it: a stale tag acks another message. */
export interface Delivery {
  readonly message: ConsumeMessage
  /** False when its channel is gone (the broker delivers it again) or it was settled before. */
  ack(): boolean
  /** Returns it to the queue, redelivered. False as for `ack`. */
  handBack(): boolean
  /** Whether its channel still stands and it is not settled. */
  readonly open: boolean
}

export interface OutgoingMessage {
  readonly exchange: string
  readonly routingKey: string
  readonly content: Buffer
  readonly properties: Options.Publish
}

/**
 * Publishes with confirms. Unconfirmed messages are sent again after a reconnect, first and in their order.
 */
export interface Sender {
  /**
   * Resolves when the broker has confirmed. Rejects with `UnroutableError` when a mandatory message was returned,
   * with `PublishOutcomeUnknownError` at the timeout or the abort (the message is then off the list and not sent again),
   * and with `PublishRefusedError` when the broker answers nack (one queue of several may have refused it, the others have
   * it then), closes the channel for it (a missing exchange, a foreign user id) or the message cannot be encoded.
   * Without a timeout it waits as long as the sender lives.
   */
  send(message: OutgoingMessage, options?: SendOptions): Promise<void>
  /** Waits for what was to be sent until the deadline (5,000 ms), then rejects the rest with `PublishOutcomeUnknownError`. */
  close(options?: { readonly deadlineMs?: number }): Promise<void>
}

export interface SendOptions {
  /** Counts from the call, also while it waits for a window. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** The message takes a place in it until it is settled, and waits for one first. */
  readonly window?: Window
}
