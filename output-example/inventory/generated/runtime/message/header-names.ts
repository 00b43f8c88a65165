// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
/** Headers that a publisher sets and a consumer reads; the contract between services. */
export const messageHeaders = {
  businessKey: 'businessKey',
  eventType: 'eventType',
  keyVersion: 'keyVersion',
  /** Only where the spec declares a header of this name; the AMQP property `messageId` is always set. */
  messageId: 'messageId',
} as const

/** Tells one publish from another when the broker returns a message: a messageId may be sent twice at once. */
export const publishNonceHeader = 'publishNonce'

/**
 * Headers of delayed copies and replays, from which the handler's context is restored.
 * A message that carries none of them is a publication.
 */
export const copyHeaders = {
  /** The run that the copy is for: 2 after the first counted failure. */
  run: 'idemgen-run',
  /** Why the copy was made, cut to 1 kB. */
  reason: 'idemgen-reason',
  /** Where the message was published first. */
  exchange: 'idemgen-exchange',
  routingKey: 'idemgen-routing-key',
  /** Milliseconds since 1970 by the database's clock: when the message first met a locked key. */
  busySince: 'idemgen-busy-since',
  /** How often the outcome of its COMMIT was unknown. */
  unknownCommits: 'idemgen-unknown-commits',
  /** Id of the failure row that this message replays. */
  replay: 'idemgen-replay',
} as const

export const copyHeaderPrefix = 'idemgen-'
