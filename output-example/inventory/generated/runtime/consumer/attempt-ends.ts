// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { bodyHash } from './failures.js'
import { gather } from './gather.js'
import type { GroupContext } from './group-context.js'

/** Writes that starts of redelivered messages have ended. */
export interface AttemptEnds {
  /** The message ended, in whatever way: nothing it did killed a process. */
  finish(content: Buffer): Promise<void>
  /** This process gave the message back, or was told to stop: that is no crash. */
  withdraw(content: Buffer): Promise<void>
  /** These starts failed, but may have been written all the same: they are to be withdrawn. */
  owe(hashes: readonly Buffer[]): void
  /**
   * Writes the ends that could not be written when they were due. Left open, a few of them would look like crashes to
   * other processes.
   */
  writeOwed(): Promise<void>
}

type End = 'finish' | 'withdraw'

/** If the process dies, what it owed stays open: it did die, whatever of. */
export function createAttemptEnds<Tx>(context: GroupContext<Tx>, queue: string): AttemptEnds {
  const { database, group, instance } = context
  const table = `${database.schema}.idempotent_attempt`
  const owed = new Map<string, { readonly hash: Buffer; readonly end: End }>()
  const finish = gather((hashes: readonly Buffer[]) => writeOrOwe(hashes, 'finish'))
  const withdraw = gather((hashes: readonly Buffer[]) => writeOrOwe(hashes, 'withdraw'))

  return {
    finish: (content) => finish(bodyHash(content)),
    withdraw: (content) => withdraw(bodyHash(content)),
    owe: (hashes) => owe(hashes, 'withdraw'),
    async writeOwed() {
      for (const end of ['finish', 'withdraw'] as const) {
        const due = [...owed].filter(([, one]) => one.end === end)
        if (due.length === 0) continue
        // Struck off when it is written: what fails here, or comes after it, stays owed.
        await write(
          due.map(([, { hash }]) => hash),
          end,
        )
        for (const [key, one] of due) if (owed.get(key) === one) owed.delete(key)
      }
    },
  }

  async function writeOrOwe(hashes: readonly Buffer[], end: End): Promise<readonly undefined[]> {
    try {
      await write(hashes, end)
    } catch (error) {
      owe(hashes, end)
      throw error
    }
    return hashes.map(() => undefined)
  }

  function owe(hashes: readonly Buffer[], end: End): void {
    for (const hash of hashes) owed.set(hash.toString('hex'), { hash, end })
  }

  async function write(hashes: readonly Buffer[], end: End): Promise<void> {
    const where = 'where consumer_group = $1 and queue = $2 and body_hash = any($3::bytea[]) and finished_at is null'
    const values = [group.group, queue, hashes]
    if (end === 'finish') await database.query(`update ${table} set finished_at = clock_timestamp() ${where}`, values)
    else await database.query(`delete from ${table} ${where} and instance = $4`, [...values, instance])
  }
}
