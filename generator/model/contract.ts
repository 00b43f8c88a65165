import type { Json } from './document.js'

/** `file#pointer`, as `placeKey` writes it. */
export type PlaceKey = string

/** The version of the shape below; older contract.json files are upgraded by pure functions. */
export const contractVersion = 1

/**
 * Everything that the output depends on, with defaults resolved: canonical, JSON-serialisable, without line
 * numbers and without descriptions. Written as contract.json; a review of its diff is a review of the change.
 */
export interface Contract {
  readonly contractVersion: typeof contractVersion
  /** The identifier of each named thing (types, messages, groups), so that a name once given stays. */
  readonly names: Readonly<Record<PlaceKey, string>>
  /** Names made of other names (`OrderPaidMessage`), where a clash made them unusual; absent where none did. */
  readonly derivedNames?: DerivedNames
  /** By message identifier, PascalCase. */
  readonly messages: Readonly<Record<string, MessageContract>>
  /** By publisher name, camelCase. */
  readonly publishers: Readonly<Record<string, PublisherContract>>
  /** By group identifier, camelCase. */
  readonly groups: Readonly<Record<string, GroupContract>>
  /** By exchange name; the default exchange and `amq.*` are never declared and not listed. */
  readonly exchanges: Readonly<Record<string, ExchangeContract>>
  /**
   * Each JSON Schema that messages reach, once: payloads, headers and every target of a `$ref`.
   * A `$ref` inside holds a `PlaceKey` of this map. Descriptions, titles and examples are in `Docs`.
   */
  readonly schemas: Readonly<Record<PlaceKey, Json>>
}

/**
 * The kinds of names that the output makes of another: of a message's its type for handlers (`OrderPaidMessage`), its
 * headers (`OrderPaidHeaders`) and its key function (`orderPaidKey`); of a group's its handlers and its start; of an
 * event type a constant; of a declared error a class.
 */
export type DerivedKind = 'messages' | 'headers' | 'keys' | 'handlers' | 'starts' | 'eventTypes' | 'errors'

/** By kind and by what they are made of; only those that are not the usual ones, of `usualName`. */
export type DerivedNames = { readonly [Kind in DerivedKind]?: Readonly<Record<string, string>> }

/** What the document says about a schema or a message in prose; emitted as JSDoc, never part of the Contract. */
export interface Doc {
  readonly title?: string
  readonly description?: string
  readonly examples?: readonly Json[]
  /** Where more is said: `externalDocs`. */
  readonly see?: { readonly url: string; readonly description?: string }
}
/** By the place described. */
export type Docs = Readonly<Record<PlaceKey, Doc>>

export interface KeyFieldContract {
  readonly in: 'payload' | 'header' | 'parameter'
  /** Member names from the outside in; one name for headers and parameters. */
  readonly path: readonly string[]
  readonly type: 'string' | 'integer' | 'boolean'
}

/** One (channel, message) pair with its definition; pairs with equal event type and key are merged. */
export interface MessageContract {
  /** The message's definition. */
  readonly from: PlaceKey
  readonly eventType: string
  readonly key: readonly KeyFieldContract[]
  readonly keyVersion: number
  /** `ignore`: paths into the payload left out of the fingerprint. `version`: algorithm and hash of that list. */
  readonly fingerprint: { readonly version: string; readonly ignore: readonly (readonly string[])[] }
  /** Paths into the payload that never appear in logs and metrics. */
  readonly sensitive: readonly (readonly string[])[]
  /** Absent: any JSON value. */
  readonly payload?: PlaceKey
  readonly headers?: PlaceKey
  /** Routing keys of its channels as templates, `stock.{depotId}`; parameters are parsed by the first that matches. */
  readonly addresses: readonly string[]
  /** Names of the parameters in `addresses`, sorted. */
  readonly parameters: readonly string[]
  /** What the document says of parameters beside their names; only of those of which it says something. */
  readonly parameterSettings?: ParameterSettings
  /** How a delivery is recognised beside the event type: the AMQP binding's messageType, a discriminating const. */
  readonly match: {
    readonly messageType?: string
    readonly const?: { readonly path: readonly string[]; readonly value: string | number | boolean }
  }
  readonly contentType: string
  /** `gzip` and the like, from the message binding; absent for none. */
  readonly contentEncoding?: string
  /** What publishers send as the property `type`: the binding's messageType. Absent: the event type. */
  readonly type?: string
  /** Where the document puts the id that ties a reply to its request, beside the AMQP property. */
  readonly correlationId?: LocationContract
  /** Where the document puts the queue that a reply goes to, beside the AMQP property. */
  readonly replyTo?: LocationContract
  /** Keys in `messages` of what answers it, sorted; absent for a message that asks for nothing. */
  readonly replies?: readonly string[]
}

/** A value inside a message: `$message.header#/replyTo`. */
export interface LocationContract {
  readonly in: 'payload' | 'header'
  /** Member names from the outside in; one name for headers. */
  readonly path: readonly string[]
}

/** By the parameter's name. */
export type ParameterSettings = Readonly<Record<string, ParameterContract>>

export interface ParameterContract {
  readonly from: PlaceKey
  /** The values that it may have; absent for any. */
  readonly values?: readonly string[]
  /** What `publish` takes where it is not given. */
  readonly default?: string
  /** Where the message holds the same value. */
  readonly location?: LocationContract
}

export interface PublisherContract {
  /** Key in `messages`. */
  readonly message: string
  /** By channel key; more than one means that `publish` asks for the channel. */
  readonly channels: Readonly<Record<string, PublishChannelContract>>
}

export interface PublishChannelContract {
  readonly from: PlaceKey
  /** Empty for the default exchange. */
  readonly exchange: string
  /** Whether publishers declare the exchange, look for it, or neither. Absent: `assert`. */
  readonly topology?: Exclude<TopologyMode, 'assert'>
  /** A template: `{name}` stands for a parameter. */
  readonly routingKey: string
  readonly parameters: readonly string[]
  readonly parameterSettings?: ParameterSettings
  /** Goes to the queue that `publish` is given as `replyTo`; exchange and routing key are empty. */
  readonly isReply?: true
  /** Asks for a reply: a message without a correlation id takes its message id. */
  readonly isRequest?: true
  /** Options that `publish` has to be given, sorted. */
  readonly required?: readonly ReplyOption[]
  readonly mandatory: boolean
  readonly persistent: boolean
  readonly confirmTimeoutMs: number
  /** Unconfirmed messages at most; more make `publish` wait. */
  readonly window: number
  readonly expirationMs?: number
  readonly priority?: number
  readonly userId?: string
  readonly cc?: readonly string[]
  readonly bcc?: readonly string[]
  readonly replyTo?: string
  /** Absent: messages carry the time of sending. */
  readonly timestamp?: false
}

export type ReplyOption = 'correlationId' | 'replyTo'

export type TopologyMode = 'assert' | 'check' | 'skip'

export interface GroupContract {
  /** Where the group is annotated, one place a channel. */
  readonly from: readonly PlaceKey[]
  /** The consumer group as written, part of every record. */
  readonly group: string
  readonly queues: readonly QueueContract[]
  readonly strategy: { readonly kind: 'transaction' }
  readonly errors: ErrorsContract
  readonly retentionMs: { readonly processed: number; readonly parked: number }
  readonly handlerTimeoutMs: number
  readonly onMismatch: 'park' | 'skip'
  readonly onRepublish: 'retry' | 'absorb'
  readonly park: 'table'
  readonly failureBody: 'full'
  readonly keyHeader: 'observe' | 'park'
}

export interface ErrorsContract {
  readonly business: readonly string[]
  readonly system: readonly string[]
  /** What an undeclared exception counts as. */
  readonly default: 'business' | 'system'
}

export interface QueueContract {
  readonly name: string
  readonly type: 'quorum' | 'classic'
  readonly topology: { readonly exchange: TopologyMode; readonly queue: TopologyMode }
  readonly bindings: readonly BindingContract[]
  /** Keys in `messages` that can arrive here, sorted. */
  readonly messages: readonly string[]
  /** Runs in all, the first included; the last delay repeats. */
  readonly retry: { readonly attempts: number; readonly delaysMs: readonly number[] }
  readonly concurrency: number
  readonly prefetch: number
  readonly batch: { readonly size: number; readonly budgetMs: number }
  readonly order: 'any'
}

export interface BindingContract {
  readonly exchange: string
  readonly routingKey: string
  /** For headers exchanges. */
  readonly arguments?: Readonly<Record<string, string | number | boolean>>
}

export interface ExchangeContract {
  readonly type: 'topic' | 'direct' | 'fanout' | 'headers'
  readonly durable: boolean
  readonly autoDelete: boolean
}
