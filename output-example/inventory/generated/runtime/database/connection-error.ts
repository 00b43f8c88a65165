// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
/**
 * The database could not be reached, or was lost on the way. Whatever the driver reported is the `cause`.
 * - `pool-timeout`: no connection of the pool came free in time
 * - `connect-failed`: a new connection could not be opened
 * - `connection-lost`: the connection ended, or the server did not answer in time
 * - `commit-unanswered`: the same after COMMIT was sent, so nobody knows whether it took effect
 */
export class DatabaseConnectionError extends Error {
  override readonly name = 'DatabaseConnectionError'
  readonly code: 'pool-timeout' | 'connect-failed' | 'connection-lost' | 'commit-unanswered'

  constructor(code: DatabaseConnectionError['code'], message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}
