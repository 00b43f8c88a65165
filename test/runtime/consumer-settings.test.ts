import { expect, test } from 'vitest'
import { deleteExpired } from '../../templates/runtime/consumer/cleanup.js'
import { queueState } from '../support/broker.js'
import { createOrderService, writeEffect } from '../support/order-service.js'
import { waitFor } from '../support/wait-for.js'
import { startWired, type WiredOptions } from './consumer-start.js'

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

test('an archive that does not end is given up, and its records are offered again', async () => {
  const service = await createOrderService()
  await service.database.pool.query(
    `insert into idempotency.idempotent_record
       (consumer_group, dedup_key, status, key_version, fingerprint, fingerprint_version, expire_at)
     values ('g', 'k', 'SUCCEEDED', 1, '', '', now() - interval '1 day')`,
  )
  const offered: string[] = []
  await service.start(writeEffect, {
    cleanup: {
      intervalMs: 1,
      budgetMs: 100,
      async archive(records) {
        offered.push(...records.map(({ businessKey }) => businessKey))
        if (offered.length === 1) await new Promise(() => {})
      },
    },
  })
  await waitFor(async () => (await service.records()).length === 0, { what: 'the record is gone' })
  expect(offered).toEqual(['k', 'k'])
})

test('settings that no server and no timer takes are refused at the start', async () => {
  const service = await createOrderService()
  const settings: readonly WiredOptions[] = [
    { tuning: { lockTimeoutMs: 0 } },
    { tuning: { statementTimeoutMs: 0.5 } },
    { tuning: { idleInTransactionMs: 2 ** 31 } },
    { tuning: { stopDeadlineMs: Number.POSITIVE_INFINITY } },
    { tuning: { probeMs: { first: 0, longest: 1 } } },
    { cleanup: { batchSize: 0 } },
    { cleanup: { intervalMs: Number.NaN } },
  ]
  for (const options of settings) {
    await expect(startWired(service, writeEffect, options)).rejects.toMatchObject({ code: 'timeout-invalid' })
  }
})

test('a stop without a deadline waits for the handler', async () => {
  const service = await createOrderService()
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const consumer = await service.start(async (order, context) => {
    await writeEffect(order, context)
    await held
  })
  await service.publish({ orderId: 'o-1', amount: 1 })
  await waitFor(() => service.count('in-flight') === 1, { what: 'the handler runs' })
  const stopped = consumer.stop({ deadlineMs: Number.POSITIVE_INFINITY })
  await service.publish({ orderId: 'o-2', amount: 1 })
  await waitFor(async () => (await queueState(service.raw, service.queue))?.ready === 1, { what: 'it takes no more' })
  release()
  await stopped
  expect(await service.effects()).toHaveLength(1)
})
