// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { BrokerLinks, Sender } from '../broker/broker-types.js'
import type { Validator } from '../message/validator.js'
import type { Database, ExchangeDescriptors, GroupDescriptor, Logger, MessageDescriptors, Observe } from '../types.js'
import type { Breaker } from './breaker.js'
import type { Flights } from './flights.js'
import type { BoundHandler } from './run-handler.js'
import type { Timeouts } from './timeouts.js'

/** What every part of one running group shares. */
export interface GroupContext<Tx> {
  readonly group: GroupDescriptor
  readonly messages: MessageDescriptors
  readonly exchanges: ExchangeDescriptors
  readonly validator: Validator
  /** By message name. */
  readonly handlers: ReadonlyMap<string, BoundHandler<Tx>>
  readonly database: Database<Tx>
  readonly links: BrokerLinks
  /** For delayed copies. */
  readonly sender: Sender
  readonly breaker: Breaker
  readonly flights: Flights<() => void>
  /** Names this process and start in `idempotent_attempt`. */
  readonly instance: string
  readonly timeouts: Timeouts
  /** Aborted when what still runs must end now. */
  readonly stopping: AbortSignal
  readonly observe: Observe
  readonly log: Logger
}
