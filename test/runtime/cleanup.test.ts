import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteExpired } from '../../templates/runtime/consumer/cleanup.js'
import { pgDatabase } from '../../templates/runtime/database.js'
import type { Database, ExpiredRecord, Transaction } from '../../templates/runtime/types.js'
import { createTestDatabase, type TestDatabase } from '../support/database.js'
import { createOrderService, writeEffect } from '../support/order-service.js'
import { waitFor } from '../support/wait-for.js'

let ours: TestDatabase
let database: Database<Transaction>

beforeAll(async () => {
  ours = await createTestDatabase()
  database = pgDatabase({ connectionString: ours.url })
})
afterAll(async () => {
  await database.close()
  await ours.drop()
})
beforeEach(async () => {
  await ours.pool.query('truncate idempotency.idempotent_record, idempotency.idempotent_failure')
})

test('expired records go, the others stay', async () => {
  await insertRecords('expired', 3, '-1 second')
  await insertRecords('alive', 2, '1 hour')
  expect(await clean()).toBe(3)
  expect(await keys()).toEqual(['alive-1', 'alive-2'])
})

test('a batch is bounded', async () => {
  await insertRecords('expired', 5, '-1 second')
  expect(await clean({ batchSize: 2 })).toBe(2)
  expect(await keys()).toHaveLength(3)
})

test('a FAILED record and its failure row go together, never one without the other', async () => {
  await insertRecords('parked', 1, '-1 second', 'FAILED')
  await insertFailure('parked-1', '-1 second')
  await insertRecords('kept', 1, '1 hour', 'FAILED')
  await insertFailure('kept-1', '-1 second')
  await clean()
  expect(await keys()).toEqual(['kept-1'])
  const { rows } = await ours.pool.query('select dedup_key from idempotency.idempotent_failure')
  expect(rows).toEqual([{ dedup_key: 'kept-1' }])
})

test('an archive gets the records first, and what it refuses stays', async () => {
  await insertRecords('expired', 2, '-1 second')
  const refuse = async (): Promise<void> => Promise.reject(new Error('the archive is full'))
  await expect(clean({ archive: refuse })).rejects.toThrow('the archive is full')
  expect(await keys()).toHaveLength(2)
  const archived: ExpiredRecord[] = []
  await clean({ archive: async (records) => void archived.push(...records) })
  expect(archived.map((record) => record.businessKey).sort()).toEqual(['expired-1', 'expired-2'])
  expect(archived[0]?.createdAt).toBeInstanceOf(Date)
})

test('a second runner does nothing while the first is at work', async () => {
  await insertRecords('expired', 2, '-1 second')
  let second: number | undefined
  await clean({
    async archive() {
      const other = pgDatabase({ connectionString: ours.url })
      second = await other.transact((query) =>
        deleteExpired(query, other.schema, { batchSize: 10, archive: undefined }),
      )
      await other.close()
    },
  })
  expect(second).toBe(0)
})

test('a record that a transaction holds is left for the next round', async () => {
  await insertRecords('expired', 1, '-1 second')
  const holder = await ours.pool.connect()
  await holder.query('begin; select * from idempotency.idempotent_record for update')
  expect(await clean()).toBe(0)
  await holder.query('rollback')
  holder.release()
  expect(await clean()).toBe(1)
})

test('a cleanup that finds nothing reads no more of the table than the index', async () => {
  await insertRecords('alive', 20_000, '1 hour')
  await ours.pool.query('analyze idempotency.idempotent_record')
  const { rows } = await ours.pool.query<{ 'QUERY PLAN': string }>(
    `explain select consumer_group, dedup_key from idempotency.idempotent_record
     where expire_at < statement_timestamp() limit 1000 for update skip locked`,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Scan using idempotent_record_expire_at')
})

test('a running consumer cleans up by itself', async () => {
  const service = await createOrderService()
  await service.start(writeEffect, {
    cleanup: { intervalMs: 50 },
    group: { retentionMs: { processed: 1, parked: 1 } },
  })
  await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('processed') === 1, { what: 'the message' })
  await waitFor(async () => (await service.records()).length === 0, { what: 'its record is gone' })
})

function clean(options: { batchSize?: number; archive?: (records: readonly ExpiredRecord[]) => Promise<void> } = {}) {
  return database.transact((query) =>
    deleteExpired(query, database.schema, { batchSize: options.batchSize ?? 100, archive: options.archive }),
  )
}

async function insertRecords(prefix: string, count: number, expiry: string, status = 'SUCCEEDED'): Promise<void> {
  await ours.pool.query(
    `insert into idempotency.idempotent_record
       (consumer_group, dedup_key, status, key_version, fingerprint, fingerprint_version, expire_at)
     select 'group', $1 || '-' || number, $4, 1, '', '', now() + $3::interval from generate_series(1, $2) as number`,
    [prefix, count, expiry, status],
  )
}

async function insertFailure(key: string, expiry: string): Promise<void> {
  await ours.pool.query(
    `insert into idempotency.idempotent_failure
       (consumer_group, dedup_key, fingerprint, body_hash, body_size, class, code, message, queue, expire_at)
     values ('group', $1, '', '', 0, 'business', 'code', 'message', 'queue', now() + $2::interval)`,
    [key, expiry],
  )
}

async function keys(): Promise<readonly string[]> {
  const { rows } = await ours.pool.query('select dedup_key from idempotency.idempotent_record order by 1')
  return rows.map((row) => row.dedup_key)
}
