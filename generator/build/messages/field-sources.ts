import type { Found } from '../../model/reference.js'

/** Where the fields of a message are looked up. */
export interface FieldSources {
  /** How findings name the message: its key. */
  readonly message: string
  readonly payload?: Found
  readonly headers?: Found
  /** Names of the parameters in the channel's address. */
  readonly parameters: readonly string[]
}
