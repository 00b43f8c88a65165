// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { DatabaseConnectionError } from '../database/connection-error.js'
import type { Database } from '../types.js'

/**
 * The same database, with our own short transactions one after the other. They share two reserved connections;
 * a flood of poison that waited for them in the pool would run into its timeout, and be taken for a database that is
 * away.
 */
export function inTurns<Tx>(database: Database<Tx>): Database<Tx> {
  const turns = turnsOf(database)
  return {
    schema: database.schema,
    poolSize: database.poolSize,
    begin: (timeouts) => database.begin(timeouts),
    query<Row extends object>(text: string, values?: readonly unknown[]) {
      return turns(() => database.query<Row>(text, values))
    },
    transact: (work) => turns(() => database.transact(work)),
    probe: (kind) => database.probe(kind),
    close: () => database.close(),
  }
}

type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Shared by all groups of the process that use the database. */
const turnsByDatabase = new WeakMap<object, Turns>()

function turnsOf(database: object): Turns {
  const known = turnsByDatabase.get(database)
  if (known !== undefined) return known
  const turns = createTurns()
  turnsByDatabase.set(database, turns)
  return turns
}

function createTurns(): Turns {
  const waiting = new Set<{ readonly start: () => void; readonly fail: (error: unknown) => void }>()
  let taken = false

  return async (work) => {
    if (taken) await turn()
    taken = true
    try {
      return await work()
    } catch (error) {
      // Each of the others would wait as long for the same answer, one after the other.
      if (isUnreachable(error)) for (const { fail } of takeAll()) fail(error)
      throw error
    } finally {
      taken = false
      next()
    }
  }

  function turn(): Promise<void> {
    return new Promise((start, fail) => waiting.add({ start, fail }))
  }

  function takeAll(): readonly { readonly fail: (error: unknown) => void }[] {
    const all = [...waiting]
    waiting.clear()
    return all
  }

  function next(): void {
    const [first] = waiting
    if (first === undefined) return
    waiting.delete(first)
    // Nobody may slip in before the one that is woken.
    taken = true
    first.start()
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof DatabaseConnectionError && (error.code === 'connect-failed' || error.code === 'pool-timeout')
}
