// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { bodyHash } from './failures.js'
import type { GroupContext } from './group-context.js'

/** So many starts alone, none of which ended, make a crash loop. */
export const CRASH_LOOP_STARTS = 5
/** So many crash loops in a row, with nothing finished between, are the service's fault and not the messages'. */
export const CRASH_LOOPS_IN_A_ROW = 3

/** Tells messages that kill their process from a service that dies of any. */
export interface CrashLoops {
  /** Whether another message of the queue has finished since the first start of this one that was made alone. */
  othersFinished(content: Buffer): Promise<boolean>
  /** How many messages of the queue were parked as crash loops since the last one that ended well. */
  crashLoopsInARow(): Promise<number>
}

export function createCrashLoops<Tx>({ database, group, instance }: GroupContext<Tx>, queue: string): CrashLoops {
  const { schema } = database
  return {
    async othersFinished(content) {
      const since = { moment: 'since.first_alone', body: '$3', retention: '$5' }
      const { rows } = await database.query<{ finished: boolean }>(
        `with since as (
           select min(started_at) as first_alone from ${schema}.idempotent_attempt
           where consumer_group = $1 and queue = $2 and body_hash = $3 and instance <> $4 and finished_at is null
             and alone)
         select ${finishedSince(schema, since)} as finished from since`,
        [group.group, queue, bodyHash(content), instance, group.retentionMs.processed],
      )
      return rows[0]?.finished ?? false
    },
    async crashLoopsInARow() {
      const since = { moment: 'failure.parked_at', body: 'failure.body_hash', retention: '$3' }
      const { rows } = await database.query<{ loops: number }>(
        `select count(*)::integer as loops from ${schema}.idempotent_failure as failure
         where consumer_group = $1 and queue = $2 and class = 'crash-loop' and state = 'parked'
           and not ${finishedSince(schema, since)}`,
        [group.group, queue, group.retentionMs.processed],
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
