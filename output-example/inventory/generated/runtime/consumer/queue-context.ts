// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { QueueDescriptor } from '../types.js'
import type { Attempts } from './attempts.js'
import type { GroupContext } from './group-context.js'

/** What one queue's consumer needs beside its group's. */
export interface QueueContext<Tx> extends GroupContext<Tx> {
  readonly queue: QueueDescriptor
  readonly attempts: Attempts
}
