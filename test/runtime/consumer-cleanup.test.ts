import { expect, test } from 'vitest'
import { deleteExpired } from '../../templates/runtime/consumer/cleanup.js'
import { createOrderService } from '../support/order-service.js'

test('a round goes on while any of its tables holds more than a batch', async () => {
  const service = await createOrderService()
  const { pool } = service.database
  await pool.query(
    `insert into idempotency.idempotent_attempt (consumer_group, queue, body_hash, instance, alone, started_at)
       select 'g', 'q', '\\x00', gen_random_uuid(), false, now() - interval '8 days' from generate_series(1, 5);
     insert into idempotency.idempotent_failure
       (consumer_group, body_hash, body_size, class, code, message, queue, expire_at)
       select 'g', sha256(id::text::bytea), 0, 'poison', 'c', 'm', 'q', now() - interval '1 second'
       from generate_series(1, 3) as id`,
  )
  const { database } = await service.connect()
  const batch = (): Promise<number> =>
    database.transact((query) => deleteExpired(query, database.schema, { batchSize: 2, archive: undefined }))
  expect([await batch(), await batch(), await batch()]).toEqual([2, 2, 1])
  const { rows } = await pool.query(
    `select (select count(*) from idempotency.idempotent_attempt) + (select count(*) from idempotency.idempotent_failure)
       as left`,
  )
  expect(rows).toEqual([{ left: '0' }])
})
