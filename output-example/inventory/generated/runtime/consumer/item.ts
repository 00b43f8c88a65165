// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { Delivery } from '../broker/broker-types.js'
import type { CopyContext } from '../message/copy-context.js'
import type { Decoded } from '../message/decode.js'
import type { FailureClass } from '../types.js'

/** A delivery on its way through the consumer, before it is known whether it can be decoded. */
export interface Arrival {
  readonly delivery: Delivery
  readonly copy: CopyContext
  /** Whether a row of `idempotent_attempt` is to be ended when the delivery is settled. */
  readonly attempted: boolean
  /** Whether it came from the dead-letter queue. */
  readonly isDead: boolean
}

/** A decoded message. */
export interface Item extends Arrival {
  readonly decoded: Decoded
}

/** What came of an item. Only `processed` and `duplicate` are acknowledged as they are; the rest is written down first. */
export type Outcome =
  | { readonly kind: 'processed'; readonly durationMs: number }
  | { readonly kind: 'duplicate' }
  | Failed
  | { readonly kind: 'mismatch' }
  /** The claim met a lock for longer than the lock timeout. */
  | { readonly kind: 'busy'; readonly error: unknown }
  /** The connection was lost while COMMIT was under way. */
  | { readonly kind: 'commit-unknown'; readonly error: unknown; readonly replayOf?: string | undefined }
  /** The database, not the message, seems to be at fault. `instead`: what it is when a probe finds the database well. */
  | {
      readonly kind: 'environment'
      readonly error: unknown
      readonly instead?: Failed
      readonly replayOf?: string | undefined
    }
  /** The consumer is stopping: the delivery goes back as it was. */
  | { readonly kind: 'aborted' }

/** The handler, or a statement of its transaction, failed. */
export interface Failed {
  readonly kind: 'failed'
  readonly class: 'business' | 'system'
  /** A declared error's name, an SQLSTATE or one of ours: for machines. */
  readonly code: string
  readonly error: unknown
  /** Whether the database did not understand the handler's SQL. */
  readonly isSchemaFault?: boolean
  /** The failure row that this item replays: it stays the one row of this message. */
  readonly replayOf?: string | undefined
}

/** A failure as it is written down. */
export interface FailureNote {
  readonly class: FailureClass
  readonly code: string
  readonly message: string
  readonly runs: number
}
