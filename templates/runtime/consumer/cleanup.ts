import { setTimeout as pause } from 'node:timers/promises'
import type { CleanupOptions, ExpiredRecord, Query } from '../types.js'
import type { GroupContext } from './group-context.js'
import { positive } from './timeouts.js'

/** Deletes expired records and failure rows in the background, a bounded batch at a time. */
export interface Cleanup {
  start(): void
  stop(): Promise<void>
}

export type CleanupSettings = Required<Omit<CleanupOptions, 'archive'>> & Pick<CleanupOptions, 'archive'>

/** The defaults filled in. Throws `ConfigurationError` for a batch of none and the like. */
export function resolveCleanup(options: CleanupOptions | true): CleanupSettings {
  const given: CleanupOptions = options === true ? {} : options
  const { intervalMs = 60_000, batchSize = 1_000, budgetMs = 5_000, archive } = given
  return {
    intervalMs: positive('cleanup.intervalMs', intervalMs),
    batchSize: positive('cleanup.batchSize', batchSize),
    budgetMs: positive('cleanup.budgetMs', budgetMs),
    ...(archive && { archive: bounded(archive, budgetMs) }),
  }
}

/**
 * One runner at a time for the whole database, by an advisory lock that ends with its transaction. If the process dies,
 * the batch under way rolls back; what an `archive` had taken is then offered again.
 */
export function createCleanup<Tx>(context: GroupContext<Tx>, settings: CleanupSettings): Cleanup {
  const { intervalMs, batchSize, budgetMs, archive } = settings
  const ended = new AbortController()
  let running: Promise<void> = Promise.resolve()

  return {
    start() {
      running = loop()
    },
    async stop() {
      ended.abort()
      await running
    },
  }

  async function loop(): Promise<void> {
    while (!ended.signal.aborted) {
      try {
        await pause(intervalMs * (0.5 + Math.random()), undefined, { signal: ended.signal, ref: false })
        if (!context.breaker.open) await cleanUp()
      } catch (error) {
        if (!ended.signal.aborted)
          context.log.warn({ error }, 'expired records could not be deleted; trying again later')
      }
    }
  }

  async function cleanUp(): Promise<void> {
    const startedAt = performance.now()
    while (!ended.signal.aborted && performance.now() - startedAt < budgetMs) {
      const deleted = await context.database.transact((query) =>
        deleteExpired(query, context.database.schema, { batchSize, archive }),
      )
      if (deleted < batchSize) return
    }
  }
}

type Archive = NonNullable<CleanupOptions['archive']>

/** One that never ends would hold its transaction, and be the last that this process has cleaned up. */
function bounded(archive: Archive, budgetMs: number): Archive {
  return async (records) => {
    const given = new AbortController()
    const late = pause(budgetMs, undefined, { signal: given.signal, ref: false }).then(() => {
      throw new Error(`the archive did not end within ${budgetMs} ms: its records stay`)
    })
    late.catch(() => {})
    try {
      await Promise.race([archive(records), late])
    } finally {
      given.abort()
    }
  }
}

interface Batch {
  readonly batchSize: number
  readonly archive: CleanupOptions['archive']
}

/**
 * Deletes one batch of each table and gives the size of the largest, which is `batchSize` while there may be more; 0
 * when another runner holds the lock.
 */
export async function deleteExpired(query: Query, schema: string, { batchSize, archive }: Batch): Promise<number> {
  const lock = await query<{ ours: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('idemgen cleanup ' || $1, 0)) as ours`,
    [schema],
  )
  if (lock.rows[0]?.ours !== true) return 0
  // A FAILED record and its failure rows go together: a row without its record could be replayed into a second effect.
  const expired = await query<ExpiredRecord & { readonly status: string }>(
    `with expired as (
       select consumer_group, dedup_key from ${schema}.idempotent_record
       where expire_at < statement_timestamp() limit $1 for update skip locked
     )
     delete from ${schema}.idempotent_record as record using expired
     where record.consumer_group = expired.consumer_group and record.dedup_key = expired.dedup_key
     returning record.consumer_group as "consumerGroup", record.dedup_key as "businessKey", record.status,
       record.first_message_id as "messageId", record.created_at as "createdAt"`,
    [batchSize],
  )
  const failed = expired.rows.filter((record) => record.status === 'FAILED')
  await query(
    `delete from ${schema}.idempotent_failure as failure
     using unnest($1::text[], $2::text[]) as gone (consumer_group, dedup_key)
     where failure.consumer_group = gone.consumer_group and failure.dedup_key = gone.dedup_key
       and failure.expire_at < statement_timestamp()`,
    [failed.map((record) => record.consumerGroup), failed.map((record) => record.businessKey)],
  )
  const failures = await query(
    `delete from ${schema}.idempotent_failure as failure
     where id in (
       select id from ${schema}.idempotent_failure as candidate
       where expire_at < statement_timestamp() and not exists (
         select 1 from ${schema}.idempotent_record as record
         where record.consumer_group = candidate.consumer_group and record.dedup_key = candidate.dedup_key
           and record.status = 'FAILED')
       limit $1 for update skip locked)`,
    [batchSize],
  )
  const attempts = await query(
    `delete from ${schema}.idempotent_attempt
     where ctid in (select ctid from ${schema}.idempotent_attempt
       where started_at < statement_timestamp() - interval '7 days' limit $1)`,
    [batchSize],
  )
  if (archive !== undefined && expired.rows.length > 0) await archive(expired.rows)
  return Math.max(expired.rows.length, failures.rowCount, attempts.rowCount)
}
