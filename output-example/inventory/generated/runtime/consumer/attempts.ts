// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { type AttemptEnds, createAttemptEnds } from './attempt-ends.js'
import { type CrashLoops, createCrashLoops } from './crash-loops.js'
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

/** The starts of redelivered messages of one queue, as `idempotent_attempt` keeps them. */
export interface Attempts extends AttemptEnds, CrashLoops {
  /**
   * What earlier processes left unfinished of this body; starts of this process are left out, since it has not died.
   * Where there is nothing, the start of this one is written, before anything of the message is decoded: what kills
   * the process leaves its row behind.
   */
  start(content: Buffer): Promise<Suspicion>
  /** Writes that a suspect starts: whether alone in the process, or to be parked. */
  startSuspect(content: Buffer, how: { readonly alone: boolean }): Promise<void>
}

export function createAttempts<Tx>(context: GroupContext<Tx>, queue: string): Attempts {
  const { database, group, instance } = context
  const table = `${database.schema}.idempotent_attempt`
  const ends = createAttemptEnds(context, queue)
  const start = gather(async (hashes: readonly Buffer[]) => {
    // Before new starts: what is withdrawn here must not be one of them.
    await ends.writeOwed()
    try {
      return await startAll(hashes)
    } catch (error) {
      ends.owe(hashes)
      throw error
    }
  })

  return {
    ...ends,
    ...createCrashLoops(context, queue),
    start: (content) => start(bodyHash(content)),
    async startSuspect(content, { alone }) {
      await database.query(
        `insert into ${table} (consumer_group, queue, body_hash, instance, alone)
         values ($1, $2, $3, $4, $5) on conflict do nothing`,
        [group.group, queue, bodyHash(content), instance, alone],
      )
    },
  }

  async function startAll(hashes: readonly Buffer[]): Promise<readonly Suspicion[]> {
    const { rows } = await database.query<{ body_hash: Buffer; starts: number; alone: number }>(
      `with asked as (select distinct body_hash from unnest($3::bytea[]) as asked (body_hash)),
       unfinished as (
         select body_hash, count(*)::integer as starts, (count(*) filter (where alone))::integer as alone
         from ${table} join asked using (body_hash)
         where consumer_group = $1 and queue = $2 and instance <> $4 and finished_at is null
         group by body_hash
       ), started as (
         insert into ${table} (consumer_group, queue, body_hash, instance, alone)
         select $1, $2, body_hash, $4, false from asked
         where not exists (select 1 from unfinished where unfinished.body_hash = asked.body_hash)
         on conflict do nothing
       )
       select body_hash, starts, alone from unfinished`,
      [group.group, queue, hashes, instance],
    )
    const found = new Map(rows.map((row) => [row.body_hash.toString('hex'), row]))
    return hashes.map((hash) => {
      const row = found.get(hash.toString('hex'))
      return { starts: row?.starts ?? 0, startsAlone: row?.alone ?? 0 }
    })
  }
}
