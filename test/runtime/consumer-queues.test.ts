import { expect, test } from 'vitest'
import { delaysMs } from '../support/order-contract.js'
import { createOrderService, writeEffect } from '../support/order-service.js'
import { waitFor } from '../support/wait-for.js'
import { startWired } from './consumer-start.js'

/** Each look takes its time, so that ten of them see what a claim would wait for. */
const waitingForLocks = `select pg_sleep(0.02) from pg_stat_activity
  where datname = current_database() and (wait_event_type = 'Lock' or pid = pg_backend_pid()) offset 1`

test('one key in two queues of a group is handled once, and the second waits without a connection', async () => {
  const service = await createOrderService()
  const other = service.names.queue('other', delaysMs)
  let atLocks = 0
  await startWired(
    service,
    async (order, context) => {
      await writeEffect(order, context)
      await waitFor(() => service.count('received') === 4, { what: 'all have arrived' })
      for (let i = 0; i < 10; i += 1) atLocks += (await service.database.pool.query(waitingForLocks)).rowCount ?? 0
    },
    { change: (group) => ({ ...group, queues: group.queues.flatMap((queue) => [queue, { ...queue, name: other }]) }) },
  )
  // The exchange brings each to both queues.
  for (let i = 0; i < 2; i += 1) await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('duplicate') === 3, { what: 'three duplicates' })
  expect(atLocks).toBe(0)
  expect(await service.effects()).toEqual([{ order_id: 'o-1', amount: 5 }])
})

test('two groups in one process each process the event, and one key of theirs is two', async () => {
  const service = await createOrderService()
  const connections = await service.connect()
  const loyalty = service.names.queue('loyalty', delaysMs)
  await startWired(service, writeEffect, { connections })
  await startWired(service, writeEffect, {
    connections,
    change: (group) => ({
      ...group,
      group: 'loyalty-points',
      queues: group.queues.map((queue) => ({ ...queue, name: loyalty })),
    }),
  })
  for (let i = 0; i < 3; i += 1) await service.publish({ orderId: 'o-1', amount: 5 })
  await waitFor(() => service.count('duplicate') === 4, { what: 'two duplicates in each' })
  expect(await service.effects()).toHaveLength(2)
})

test('a pool that is too small for all groups that share it is refused, until one of them has stopped', async () => {
  const service = await createOrderService()
  const connections = await service.connect()
  const first = await startWired(service, writeEffect, { connections, queue: { concurrency: 6 } })
  const second = (): Promise<unknown> => startWired(service, writeEffect, { connections, queue: { concurrency: 5 } })
  await expect(second()).rejects.toMatchObject({ code: 'pool-too-small' })
  await expect(second()).rejects.toThrow('at least 11')
  await first.stop()
  await second()
})
