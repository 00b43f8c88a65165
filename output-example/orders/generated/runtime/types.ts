// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
/**
 * The types that emitted code and its users share. Types only: nothing here runs.
 */

import type { Database } from './database/database-types.js'

export type * from './database/database-types.js'
export type * from './message/descriptor-types.js'

/** What a message is, for the types of publishers and handlers. */
export interface MessageShape {
  readonly payload: unknown
  readonly headers?: object
  readonly parameters?: object
  /** The channels it can be sent to, where there are several. */
  readonly channel?: string
  /** The payload of what answers it, for a message that asks for a reply. */
  readonly reply?: unknown
}

/** What `publish` wants to know beside payload and headers; a union where it differs from channel to channel. */
export interface TargetShape {
  /** No part of a target: with nothing in common a message could not stand for its own. */
  readonly payload?: unknown
  readonly channel?: string
  readonly parameters?: object
  readonly correlationId?: string
  readonly replyTo?: string
}

type HeadersOf<Message extends MessageShape> = Message extends { readonly headers: infer Headers }
  ? Headers
  : Readonly<Record<string, unknown>>
type ParametersOf<Message extends MessageShape> = Message extends { readonly parameters: infer Parameters }
  ? Parameters
  : Readonly<Record<string, never>>

/** What a handler gets beside the payload. */
export interface HandlerContext<Message extends MessageShape, Tx> {
  readonly tx: Tx
  /** The key that names the business action; the same for every copy of the message. */
  readonly businessKey: string
  /** For tracing only: a publisher that repeats itself may send another. */
  readonly messageId: string | undefined
  /** Ties a reply to its request: a reply carries that of the message that it answers. */
  readonly correlationId: string | undefined
  /** The queue that a reply goes to, where one is asked for. */
  readonly replyTo: string | undefined
  /** The message's own headers; idemgen's and the broker's are left out. */
  readonly headers: HeadersOf<Message>
  /** Parsed from the routing key that the message was published with; the same on the first run, a retry and a replay. */
  readonly parameters: ParametersOf<Message>
  /** 1 on the first run, one more after each counted failure. */
  readonly run: number
  /** Whether the broker says that it delivered this message before. */
  readonly redelivered: boolean
  /** Aborted at the handler's deadline and when the consumer stops. */
  readonly signal: AbortSignal
}

/** Runs once for each business key. Throwing undoes everything that went through `context.tx`. */
export interface Handler<Message extends MessageShape, Tx> {
  // A call signature would be checked contravariantly against class methods; this form lets both be given.
  (payload: Message['payload'], context: HandlerContext<Message, Tx>): Promise<void>
}

/** A connection to RabbitMQ, made by `connectBroker`. */
export interface Broker {
  /** Waits for unconfirmed messages, then closes both connections. Consumers are to be stopped first. */
  close(): Promise<void>
}

export interface ConnectBrokerOptions {
  /** `amqp://user:password@host:5672/vhost`. `undefined` is an error that names what is missing. */
  readonly url?: string | undefined
  /** Several nodes of one cluster, tried in turn. */
  readonly urls?: readonly string[]
  /** Options of `node:tls` for `amqps:` addresses. */
  readonly tls?: object
  /** Seconds between heartbeats. Default 10. */
  readonly heartbeat?: number
  /** Milliseconds until the first connection must stand. Default 10,000. */
  readonly connectTimeoutMs?: number
  /** Shown in RabbitMQ's management as the connection's name. */
  readonly name?: string
  readonly log?: Logger
}

/** Called with the fields first, as pino's methods are. */
export interface Logger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What happens to deliveries, for metrics. Never use keys or message ids as labels: their number has no bound. */
export type ConsumerEvent =
  | { readonly kind: 'received'; readonly group: string; readonly queue: string }
  | {
      readonly kind: 'processed'
      readonly group: string
      readonly queue: string
      readonly eventType: string
      readonly durationMs: number
    }
  | {
      readonly kind: 'duplicate' | 'mismatch-skipped'
      readonly group: string
      readonly queue: string
      readonly eventType: string
    }
  | {
      readonly kind: 'retried'
      readonly group: string
      readonly queue: string
      readonly reason: RetryReason
      /** A declared error's name, an SQLSTATE or one of the runtime's own. */
      readonly code: string
      /** The run that the copy is for. */
      readonly run: number
    }
  | {
      readonly kind: 'parked'
      readonly group: string
      readonly queue: string
      readonly eventType: string
      readonly class: FailureClass
      readonly code: string
      /** The row of `idempotent_failure`, for `replayParked`. */
      readonly id: string
    }
  | {
      readonly kind: 'ack-lost' | 'commit-rolled-back' | 'commit-unknown' | 'key-header-differs'
      readonly group: string
      readonly queue: string
    }
  | {
      readonly kind: 'breaker-opened' | 'breaker-closed' | 'paused' | 'resumed'
      readonly group: string
      readonly queue: string
      readonly reason: string
    }
  | { readonly kind: 'in-flight'; readonly group: string; readonly queue: string; readonly count: number }
  | {
      readonly kind: 'connection'
      readonly group: string
      readonly queue: string
      readonly state: 'consuming' | 'interrupted' | 'closed'
    }
export type Observe = (event: ConsumerEvent) => void

/** Why a delayed copy was made. Only `system` counts as a run. */
export type RetryReason = 'system' | 'busy' | 'commit-unknown'

/** Why a message was parked. */
export type FailureClass = 'business' | 'attempts-exhausted' | 'poison' | 'mismatch' | 'crash-loop' | 'delivery-limit'

/** Times and counts of the runtime; every one has a default that fits most services. */
export interface ConsumerTuning {
  /** How long a statement waits for a lock. Default 5,000 ms. */
  readonly lockTimeoutMs?: number
  /** Longest time one statement may take. Default: the handler's timeout. */
  readonly statementTimeoutMs?: number
  /** Longest time a transaction may stand idle. Default: the handler's timeout + 5,000 ms. */
  readonly idleInTransactionMs?: number
  /** How long a message that meets a locked key is delayed without counting. Default 600,000 ms. */
  readonly busyForMs?: number
  /** Time to finish what has started when the consumer stops. Default 25,000 ms. */
  readonly stopDeadlineMs?: number
  /** First and longest pause of the breaker's probe. Default 200 ms and 15,000 ms. */
  readonly probeMs?: { readonly first: number; readonly longest: number }
}

export interface CleanupOptions {
  /** Mean pause between two rounds. Default 60,000 ms. */
  readonly intervalMs?: number
  /** Records deleted in one transaction. Default 1,000. */
  readonly batchSize?: number
  /** Longest time of one round. Default 5,000 ms. */
  readonly budgetMs?: number
  /** Gets the records of a batch before its deletion is committed; when it rejects they stay. */
  readonly archive?: (records: readonly ExpiredRecord[]) => Promise<void>
}

export interface ExpiredRecord {
  readonly consumerGroup: string
  readonly businessKey: string
  readonly messageId: string | null
  readonly createdAt: Date
}

export interface StartOptions<Handlers, Tx> {
  readonly broker: Broker
  readonly database: Database<Tx>
  readonly handlers: Handlers
  /** Stop this consumer when the process gets SIGTERM. Default false: `stop` is yours to call. */
  readonly stopOnSigterm?: boolean
  /** Deletes expired records in the background, one process at a time. Default true. */
  readonly cleanup?: boolean | CleanupOptions
  readonly observe?: Observe
  readonly log?: Logger
  readonly tuning?: ConsumerTuning
}

export interface RunningConsumer {
  /**
   * Takes no more messages, hands back what has not started, finishes and acknowledges what has, closes the channels.
   * Never rejects; calling it twice is fine.
   */
  stop(options?: { readonly deadlineMs?: number }): Promise<void>
  /** Whether every queue is being consumed and the database answers: for a readiness probe. */
  readonly ready: boolean
}

export interface PublishOptions {
  /** For tracing. Default: a new UUID. */
  readonly messageId?: string
  /** Ties a reply to its request. Default: where the spec has it in the payload, and the message id of a request. */
  readonly correlationId?: string | undefined
  /** The queue that a reply goes to: of a request, where it is to be sent; of a reply, where it is sent now. */
  readonly replyTo?: string | undefined
  /** Gives up waiting; the message may still arrive. */
  readonly signal?: AbortSignal
}

type Values<Shape> = Shape[keyof Shape]
/** An index signature (`[name: string]: …`) requires no member. */
type Listed<Name> = string extends Name ? never : number extends Name ? never : Name
type KeysRequiredIn<Shape> = Values<{
  [Name in keyof Shape as Listed<Name>]-?: object extends Pick<Shape, Name> ? never : Name
}>
type HeaderOption<Message> = Message extends { readonly headers: infer Headers }
  ? [KeysRequiredIn<Headers>] extends [never]
    ? { readonly headers?: Headers }
    : { readonly headers: Headers }
  : { readonly headers?: Readonly<Record<string, string | number | boolean>> }
type ParameterOption<Target> = Target extends { readonly parameters: infer Parameters }
  ? [KeysRequiredIn<Parameters>] extends [never]
    ? { readonly parameters?: Parameters }
    : { readonly parameters: Parameters }
  : unknown
type Needed<Target, Name extends keyof TargetShape> = Target extends { readonly [Key in Name]: infer Value }
  ? { readonly [Key in Name]: Value }
  : unknown
/** Of each channel by itself: what one needs says nothing about the others. */
type TargetOptions<Target> = Target extends unknown
  ? ParameterOption<Target> & Needed<Target, 'channel'> & Needed<Target, 'correlationId'> & Needed<Target, 'replyTo'>
  : never

/** The options of `publish` for a message: those that message and channel need are required. */
export type PublishOptionsFor<Message extends MessageShape, Target extends TargetShape = Message> = PublishOptions &
  HeaderOption<Message> &
  TargetOptions<Target>
type PublishArguments<Options> = [KeysRequiredIn<Options>] extends [never] ? [options?: Options] : [options: Options]

export interface Published {
  readonly messageId: string
  readonly businessKey: string
}

/** What comes of a reply that no business key is declared for. */
export type PublishedReply = Omit<Published, 'businessKey'>

export interface Publisher<Message extends MessageShape, Target extends TargetShape = Message, Result = Published> {
  /**
   * Validates the payload, sets `messageId` and `businessKey`, and resolves when the broker has confirmed the message.
   * Rejects with `InvalidMessageError`, `UnroutableError`, `PublishRefusedError` or `PublishOutcomeUnknownError`.
   */
  publish(
    payload: Message['payload'],
    ...options: PublishArguments<PublishOptionsFor<Message, Target>>
  ): Promise<Result>
}

export interface CreatePublishersOptions {
  readonly broker: Broker
  readonly log?: Logger
}
