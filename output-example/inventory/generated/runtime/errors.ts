// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
/**
 * Base of the error classes that a spec declares. Whether it parks or retries the message is decided by the
 * running group's descriptor: one class may be a business error in one group and a system error in another.
 */
export abstract class DeclaredError extends Error {
  /** The class's name in the spec. */
  abstract readonly code: string
}

/** The payload, the headers or the key do not fit the contract. Nothing was sent. */
export class InvalidMessageError extends Error {
  override readonly name = 'InvalidMessageError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The broker returned a mandatory message: no queue is bound for it. Nothing will receive it. */
export class UnroutableError extends Error {
  override readonly name = 'UnroutableError'
  readonly code = 'unroutable'
}

/** No confirm came in time, or the wait was given up: the message may or may not arrive. Sending it again is harmless. */
export class PublishOutcomeUnknownError extends Error {
  override readonly name = 'PublishOutcomeUnknownError'
  readonly code = 'publish-outcome-unknown'
}

/** The broker refused the message, or it cannot be sent at all: a missing exchange, a name over 255 bytes. */
export class PublishRefusedError extends Error {
  override readonly name = 'PublishRefusedError'
  readonly code = 'publish-refused'
}

/** An exchange or a queue is missing, or stands with other settings than the spec's. */
export class TopologyError extends Error {
  override readonly name = 'TopologyError'
  readonly code = 'topology'
}

/** The service is wired wrongly: no address, a pool that is too small, migrations that have not run. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
