import type pg from 'pg'
import { waitFor } from './wait-for.js'

/**
 * Resolves when some session of the pool's database waits for a lock that another transaction holds, and has done so for
 * `atLeastMs` (default 0): longer than one that gives up early would.
 */
export async function waitForLock(pool: pg.Pool, { atLeastMs = 0 } = {}): Promise<void> {
  await waitFor(
    async () => {
      const { rowCount } = await pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and clock_timestamp() - query_start >= $1 * interval '1 millisecond'`,
        [atLeastMs],
      )
      return rowCount !== null && rowCount > 0
    },
    { what: 'a statement waits for another transaction' },
  )
}
