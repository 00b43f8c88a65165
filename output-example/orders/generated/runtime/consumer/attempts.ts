// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { bodyHash } from './failures.js'
import type { QueueContext } from './group-context.js'

/** What is known of earlier starts of a redelivered message that did not end. */
export interface Suspicion {
  /** Unfinished starts by other processes: each may have killed its process. */
  readonly starts: number
  /** Those of them that were made alone in their process; only these count towards a crash loop. */
  readonly startsAlone: number
  /** Whether another message of the queue has finished since the first start made alone. */
  readonly othersFinished: boolean
}

/** So many starts alone, none of which ended, make a crash loop. */
export const CRASH_LOOP_STARTS = 5
/** So many crash loops in a row, with nothing finished between, are the service's fault and not the messages'. */
export const CRASH_LOOPS_IN_A_ROW = 3

/** What earlier processes wrote about this body. Starts of this process are left out: it has not died. */
export async function readSuspicion<Tx>(context: QueueContext<Tx>, content: Buffer): Promise<Suspicion> {
  const result = await context.database.query<{ starts: number; starts_alone: number; others_finished: boolean }>(
    `with unfinished as (
       select alone, started_at from ${context.database.schema}.idempotent_attempt
       where consumer_group = $1 and queue = $2 and body_hash = $3 and instance <> $4 and finished_at is null
     ), since as (select min(started_at) as first_alone from unfinished where alone)
     select count(*)::integer as starts, count(*) filter (where alone)::integer as starts_alone,
       ${finishedSince(context.database.schema, '(select first_alone from since)')} as others_finished
     from unfinished`,
    [context.group.group, context.queue.name, bodyHash(content), context.instance, context.group.retentionMs.processed],
  )
  const row = result.rows[0]
  return {
    starts: row?.starts ?? 0,
    startsAlone: row?.starts_alone ?? 0,
    othersFinished: row?.others_finished ?? false,
  }
}

/**
 * Writes that a redelivered message starts, before anything of it is decoded: what kills the process leaves this row
 * behind.
 */
export async function startAttempt<Tx>(context: QueueContext<Tx>, content: Buffer, alone: boolean): Promise<void> {
  await context.database.query(
    `insert into ${context.database.schema}.idempotent_attempt (consumer_group, queue, body_hash, instance, alone)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [context.group.group, context.queue.name, bodyHash(content), context.instance, alone],
  )
}

/** The message ended, in whatever way: nothing it did killed a process. */
export async function finishAttempts<Tx>(context: QueueContext<Tx>, content: Buffer): Promise<void> {
  await context.database.query(
    `update ${context.database.schema}.idempotent_attempt set finished_at = clock_timestamp()
     where consumer_group = $1 and queue = $2 and body_hash = $3 and finished_at is null`,
    [context.group.group, context.queue.name, bodyHash(content)],
  )
}

/** This process gave the message back, or was told to stop: that is no crash. */
export async function withdrawAttempts<Tx>(context: QueueContext<Tx>, content: Buffer): Promise<void> {
  await context.database.query(
    `delete from ${context.database.schema}.idempotent_attempt
     where consumer_group = $1 and queue = $2 and body_hash = $3 and instance = $4 and finished_at is null`,
    [context.group.group, context.queue.name, bodyHash(content), context.instance],
  )
}

/** How many messages of the queue were parked as crash loops since the last one that ended well. */
export async function crashLoopsInARow<Tx>(context: QueueContext<Tx>): Promise<number> {
  const result = await context.database.query<{ loops: number }>(
    `select count(*)::integer as loops from ${context.database.schema}.idempotent_failure as failure
     where consumer_group = $1 and queue = $2 and class = 'crash-loop' and state = 'parked'
       and not ${finishedSince(context.database.schema, 'failure.parked_at', false)}`,
    [context.group.group, context.queue.name, context.group.retentionMs.processed],
  )
  return result.rows[0]?.loops ?? 0
}

/**
 * SQL that says whether a message other than `$3` has ended since `moment`: by its attempt row, or by a record made
 * since. Records have an index on their expiry, which is their creation plus the retention.
 */
function finishedSince(schema: string, moment: string, exceptBody = true): string {
  const retention = exceptBody ? '$5' : '$3'
  return `(exists (select 1 from ${schema}.idempotent_attempt as other
      where other.consumer_group = $1 and other.queue = $2 ${exceptBody ? 'and other.body_hash <> $3' : ''}
        and other.finished_at > ${moment})
    or exists (select 1 from ${schema}.idempotent_record as record
      where record.consumer_group = $1 and record.status = 'SUCCEEDED' and record.created_at > ${moment}
        and record.expire_at > ${moment} + ${retention}::double precision * interval '1 millisecond'))`
}
