// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { Pool } from 'pg'

/**
 * Closes the socket of a pg client at once. The socket is not in the driver's documented interface; where it is not
 * found, releasing the client with an error has to do.
 */
export function destroySocket(client: object): void {
  const connection = memberOf(client, 'connection')
  const stream = connection === undefined ? undefined : memberOf(connection, 'stream')
  if (stream !== undefined && 'destroy' in stream && typeof stream.destroy === 'function') stream.destroy()
}

function memberOf(holder: object, name: string): object | undefined {
  // True: any object may be asked for a member.
  const value = (holder as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'object' && value !== null ? value : undefined
}

/** How long a pool may take to say goodbye to its server. */
const GOODBYE_MS = 5_000

/**
 * What ends a pool that we made. Its sockets are destroyed when the server does not answer the goodbye or a borrower
 * keeps a connection, and nobody waits for either.
 */
export function poolCloser(pool: Pool): () => Promise<void> {
  const clients = new Set<object>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  return () =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        for (const client of clients) destroySocket(client)
        resolve()
      }, GOODBYE_MS)
      const said = (): void => {
        clearTimeout(timer)
        resolve()
      }
      pool.end().then(said, said)
    })
}
