import { type QueueState, queueState, type RawBroker, type TestNames } from './broker.js'
import type { TestDatabase } from './database.js'
import { waitFor } from './wait-for.js'

export interface LeakCheck {
  readonly database?: TestDatabase
  readonly broker?: RawBroker
  readonly names?: TestNames
  /** Messages that may wait in a queue at the end, by the queue's full name; every other queue must be empty. */
  readonly waiting?: Readonly<Record<string, number>>
  /** How long what has just been closed may take to go away; 5000 by default. */
  readonly deadlineMs?: number
}

/**
 * Rejects when something is left open: a session inside a transaction, a consumer, a message in a queue. To be called
 * once everything has been stopped: then what was delivered and never acknowledged is back in its queue and counts.
 */
export async function expectNothingOpen(check: LeakCheck): Promise<void> {
  let left: readonly string[] = []
  await waitFor(
    async () => {
      left = [...(await openSessions(check)), ...(await openQueues(check))]
      return left.length === 0
    },
    { what: 'nothing is left open', deadlineMs: check.deadlineMs ?? 5000 },
  ).catch((error: unknown) => {
    throw left.length === 0 ? error : new Error(`left open: ${left.join('; ')}`, { cause: error })
  })
}

async function openSessions({ database }: LeakCheck): Promise<readonly string[]> {
  if (database === undefined) return []
  const { rows } = await database.pool.query<{ state: string; query: string }>(
    `select state, query from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
       and backend_type = 'client backend'`,
  )
  return rows.map(({ state, query }) => `a session is ${state} after ${JSON.stringify(query)}`)
}

async function openQueues({ broker, names, waiting = {} }: LeakCheck): Promise<readonly string[]> {
  if (broker === undefined || names === undefined) return []
  const left: string[] = []
  for (const name of names.all) {
    const state = await queueState(broker, name)
    if (state !== undefined) left.push(...faultsOf(name, state, waiting[name] ?? 0))
  }
  return left
}

function faultsOf(name: string, state: QueueState, expected: number): readonly string[] {
  return [
    ...(state.consumers === 0 ? [] : [`${name} has ${state.consumers} consumers`]),
    ...(state.ready === expected ? [] : [`${name} holds ${state.ready} messages instead of ${expected}`]),
  ]
}
