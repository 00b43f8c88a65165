import { bodyHash } from './failures.js'
import { gather } from './gather.js'
import type { GroupContext } from './group-context.js'

/** What is known of earlier starts of a redelivered message that did not end. */
export interface Suspicion {
  /** Unfinished starts by other processes: each may have killed its process. */
  readonly starts: number
  /** Those of them that were made alone in their process; only these count towards a crash loop. */
  readonly startsAlone: number
}

/** So many starts alone, none of which ended, make a crash loop. */
export const CRASH_LOOP_STARTS = 5
/** So many crash loops in a row, with nothing finished between, are the service's fault and not the messages'. */
export const CRASH_LOOPS_IN_A_ROW = 3

/** The starts of redelivered messages of one queue, as `idempotent_attempt` keeps them. */
export interface Attempts {
  /**
   * What earlier processes left unfinished of this body; starts of this process are left out, since it has not died.
   * Where there is nothing, the start of this one is written, before anything of the message is decoded: what kills
   * the process leaves its row behind.
   */
  start(content: Buffer): Promise<Suspicion>
  /** Writes that a suspect starts: whether alone in the process, or to be parked. */
  startSuspect(content: Buffer, how: { readonly alone: boolean }): Promise<void>
  /** The message ended, in whatever way: nothing it did killed a process. */
  finish(content: Buffer): Promise<void>
  /** This process gave the message back, or was told to stop: that is no crash. */
  withdraw(content: Buffer): Promise<void>
  /** Whether another message of the queue has finished since the first start of this one that was made alone. */
  othersFinished(content: Buffer): Promise<boolean>
  /** How many messages of the queue were parked as crash loops since the last one that ended well. */
  crashLoopsInARow(): Promise<number>
}

export function createAttempts<Tx>(context: GroupContext<Tx>, queue: string): Attempts {
  const { database, instance } = context
  const { group, retentionMs } = context.group
  const table = `${database.schema}.idempotent_attempt`
  const ofQueue = 'consumer_group = $1 and queue = $2'

  const start = gather(async (hashes: readonly Buffer[]): Promise<readonly Suspicion[]> => {
    const { rows } = await database.query<{ body_hash: Buffer; starts: number; alone: number }>(
      `with asked as (select distinct body_hash from unnest($3::bytea[]) as asked (body_hash)),
       unfinished as (
         select body_hash, count(*)::integer as starts, (count(*) filter (where alone))::integer as alone
         from ${table} join asked using (body_hash)
         where ${ofQueue} and instance <> $4 and finished_at is null
         group by body_hash
       ), started as (
         insert into ${table} (consumer_group, queue, body_hash, instance, alone)
         select $1, $2, body_hash, $4, false from asked
         where not exists (select 1 from unfinished where unfinished.body_hash = asked.body_hash)
         on conflict do nothing
       )
       select body_hash, starts, alone from unfinished`,
      [group, queue, hashes, instance],
    )
    const found = new Map(rows.map((row) => [row.body_hash.toString('hex'), row]))
    return hashes.map((hash) => {
      const row = found.get(hash.toString('hex'))
      return { starts: row?.starts ?? 0, startsAlone: row?.alone ?? 0 }
    })
  })

  const finish = gather(async (hashes: readonly Buffer[]): Promise<readonly undefined[]> => {
    await database.query(
      `update ${table} set finished_at = clock_timestamp()
       where ${ofQueue} and body_hash = any($3::bytea[]) and finished_at is null`,
      [group, queue, hashes],
    )
    return hashes.map(() => undefined)
  })

  const withdraw = gather(async (hashes: readonly Buffer[]): Promise<readonly undefined[]> => {
    await database.query(
      `delete from ${table}
       where ${ofQueue} and body_hash = any($3::bytea[]) and instance = $4 and finished_at is null`,
      [group, queue, hashes, instance],
    )
    return hashes.map(() => undefined)
  })

  return {
    start: (content) => start(bodyHash(content)),
    finish: (content) => finish(bodyHash(content)),
    withdraw: (content) => withdraw(bodyHash(content)),
    async startSuspect(content, { alone }) {
      await database.query(
        `insert into ${table} (consumer_group, queue, body_hash, instance, alone)
         values ($1, $2, $3, $4, $5) on conflict do nothing`,
        [group, queue, bodyHash(content), instance, alone],
      )
    },
    async othersFinished(content) {
      const { rows } = await database.query<{ finished: boolean }>(
        `with since as (
           select min(started_at) as first_alone from ${table}
           where ${ofQueue} and body_hash = $3 and instance <> $4 and finished_at is null and alone)
         select ${finishedSince(database.schema, { moment: 'since.first_alone', body: '$3', retention: '$5' })} as finished
         from since`,
        [group, queue, bodyHash(content), instance, retentionMs.processed],
      )
      return rows[0]?.finished ?? false
    },
    async crashLoopsInARow() {
      const since = { moment: 'failure.parked_at', body: 'failure.body_hash', retention: '$3' }
      const { rows } = await database.query<{ loops: number }>(
        `select count(*)::integer as loops from ${database.schema}.idempotent_failure as failure
         where ${ofQueue} and class = 'crash-loop' and state = 'parked'
           and not ${finishedSince(database.schema, since)}`,
        [group, queue, retentionMs.processed],
      )
      return rows[0]?.loops ?? 0
    },
  }
}

/**
 * SQL that says whether another message than `body` has ended well after `moment`: by its attempt row, or by a record
 * of that time, which its expiry finds by an index. Being parked as a crash loop is no good end.
 */
function finishedSince(
  schema: string,
  sql: { readonly moment: string; readonly body: string; readonly retention: string },
): string {
  return `(exists (select 1 from ${schema}.idempotent_attempt as other
      where other.consumer_group = $1 and other.queue = $2 and other.body_hash <> ${sql.body}
        and other.finished_at > ${sql.moment}
        and not exists (select 1 from ${schema}.idempotent_failure as looped
          where looped.consumer_group = $1 and looped.queue = $2 and looped.body_hash = other.body_hash
            and looped.class = 'crash-loop' and looped.state = 'parked'))
    or exists (select 1 from ${schema}.idempotent_record as record
      where record.consumer_group = $1 and record.status = 'SUCCEEDED' and record.updated_at > ${sql.moment}
        and record.expire_at > ${sql.moment} + ${sql.retention}::double precision * interval '1 millisecond'))`
}
