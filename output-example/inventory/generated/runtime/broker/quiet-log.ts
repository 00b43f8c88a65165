// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { Logger } from '../types.js'

/** For services that gave no logger: a library does not write to the console of its own accord. */
export const quietLog: Logger = {
  info() {},
  warn() {},
  error() {},
}
