import type pg from 'pg'
import { waitFor } from './wait-for.js'

/** Resolves when some session of the pool's database waits for a lock that another transaction holds. */
export async function waitForLock(pool: pg.Pool): Promise<void> {
  await waitFor(
    async () => {
      const { rowCount } = await pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount !== null && rowCount > 0
    },
    { what: 'a statement waits for another transaction' },
  )
}
