// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { randomBytes, randomUUID } from 'node:crypto'
import { Pool, type PoolConfig } from 'pg'
import { openSession, type Session } from './pg-session.js'

/** Short: the breaker asks again, and meanwhile nothing is consumed. */
const PROBE_MS = 3_000
/** More than the free space that a page, or a few, may have left: the table has to grow. */
const PROBE_BYTES = 65_536

export interface Probe {
  readonly kind: 'read' | 'write'
  /** Quoted. */
  readonly schema: string
}

/**
 * Opens a connection of its own, reads or writes, and closes it: one of the pool may stand to a server that is no
 * longer the primary. Rejects with what the database says, or with `DatabaseConnectionError`.
 */
export async function probeDatabase(config: PoolConfig, { kind, schema }: Probe): Promise<void> {
  const pool = new Pool({ ...config, max: 1, connectionTimeoutMillis: PROBE_MS })
  pool.on('error', () => {})
  try {
    const session = await openSession(pool, { waitMs: PROBE_MS, answerMs: PROBE_MS })
    try {
      await (kind === 'read' ? session.script('select 1') : writeAndUndo(session, schema))
    } finally {
      session.destroy()
    }
  } finally {
    void pool.end()
  }
}

/**
 * Inserts what a claim inserts, so that the rights are those that are needed anyway, and closes the connection, which
 * undoes it. A standby and a read-only database refuse it with 25006. A row that fits into a page with room left would
 * succeed on a full disk: this one holds bytes that cannot be compressed, and the table has to grow for them (53100).
 */
async function writeAndUndo(session: Session, schema: string): Promise<void> {
  await session.script('begin')
  await session.statement(
    `insert into ${schema}.idempotent_record
       (consumer_group, dedup_key, status, key_version, fingerprint, fingerprint_version, expire_at)
     values ('idemgen-probe', $1, 'PROCESSING', 0, $2, 'probe', clock_timestamp())`,
    [randomUUID(), randomBytes(PROBE_BYTES)],
  )
}
