// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
/** What changes with the spec, emitted as data. Types only. */

export interface KeyField {
  readonly in: 'payload' | 'header' | 'parameter'
  readonly path: readonly string[]
  readonly type: 'string' | 'integer' | 'boolean'
}

export interface MessageDescriptor {
  readonly eventType: string
  readonly key: readonly KeyField[]
  readonly keyVersion: number
  readonly fingerprint: { readonly version: string; readonly ignore: readonly (readonly string[])[] }
  readonly sensitive: readonly (readonly string[])[]
  /** Pointer into the emitted schema document; absent for any JSON value. */
  readonly payload?: string
  readonly headers?: string
  /** Routing keys as templates, `stock.{depotId}`. */
  readonly addresses: readonly string[]
  readonly parameters: readonly string[]
  readonly match: {
    readonly messageType?: string
    readonly const?: { readonly path: readonly string[]; readonly value: string | number | boolean }
  }
  readonly contentType: string
  readonly contentEncoding?: string
  /** The values that parameters may have, where the spec lists them. */
  readonly parameterSettings?: Readonly<Record<string, { readonly values?: readonly string[] }>>
  /** The property `type`, where it is not the event type. */
  readonly type?: string
  /** Where the spec puts them, beside the AMQP properties of these names. */
  readonly correlationId?: Location
  readonly replyTo?: Location
}

/** A value inside a message. */
export interface Location {
  readonly in: 'payload' | 'header'
  readonly path: readonly string[]
}

export interface ParameterDescriptor {
  readonly values?: readonly string[]
  readonly default?: string
  readonly location?: Location
}

export interface PublishChannelDescriptor {
  readonly exchange: string
  /** Absent: `assert`. */
  readonly topology?: 'check' | 'skip'
  readonly routingKey: string
  readonly parameters: readonly string[]
  readonly parameterSettings?: Readonly<Record<string, ParameterDescriptor>>
  /** Goes to the queue that the option `replyTo` names. */
  readonly isReply?: true
  /** Without a correlation id it takes its message id. */
  readonly isRequest?: true
  readonly required?: readonly ('correlationId' | 'replyTo')[]
  readonly mandatory: boolean
  readonly persistent: boolean
  readonly confirmTimeoutMs: number
  readonly window: number
  readonly expirationMs?: number
  readonly priority?: number
  readonly userId?: string
  readonly cc?: readonly string[]
  readonly bcc?: readonly string[]
  readonly replyTo?: string
  readonly timestamp?: false
}

export interface PublisherDescriptor {
  readonly message: string
  readonly channels: Readonly<Record<string, PublishChannelDescriptor>>
}

export type TopologyMode = 'assert' | 'check' | 'skip'

export interface QueueDescriptor {
  readonly name: string
  readonly type: 'quorum' | 'classic'
  readonly topology: { readonly exchange: TopologyMode; readonly queue: TopologyMode }
  readonly bindings: readonly {
    readonly exchange: string
    readonly routingKey: string
    readonly arguments?: Readonly<Record<string, string | number | boolean>>
  }[]
  readonly messages: readonly string[]
  readonly retry: { readonly attempts: number; readonly delaysMs: readonly number[] }
  readonly concurrency: number
  readonly prefetch: number
  readonly batch: { readonly size: number; readonly budgetMs: number }
  readonly order: 'any'
}

export interface GroupDescriptor {
  readonly group: string
  readonly queues: readonly QueueDescriptor[]
  readonly strategy: { readonly kind: 'transaction' }
  readonly errors: {
    readonly business: readonly string[]
    readonly system: readonly string[]
    readonly default: 'business' | 'system'
  }
  readonly retentionMs: { readonly processed: number; readonly parked: number }
  readonly handlerTimeoutMs: number
  readonly onMismatch: 'park' | 'skip'
  readonly onRepublish: 'retry' | 'absorb'
  readonly park: 'table'
  readonly failureBody: 'full'
  readonly keyHeader: 'observe' | 'park'
}

export interface ExchangeDescriptor {
  readonly type: 'topic' | 'direct' | 'fanout' | 'headers'
  readonly durable: boolean
  readonly autoDelete: boolean
}

export type MessageDescriptors = Readonly<Record<string, MessageDescriptor>>
export type ExchangeDescriptors = Readonly<Record<string, ExchangeDescriptor>>
