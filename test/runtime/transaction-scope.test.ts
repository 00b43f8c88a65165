import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sqlState } from '../../templates/runtime/database/classify.js'
import { pgDatabase } from '../../templates/runtime/database.js'
import type { Database, HandlerScope, OpenTransaction, Transaction } from '../../templates/runtime/types.js'
import { createTestDatabase, type TestDatabase } from '../support/database.js'

const timeouts = { lockMs: 1_000, statementMs: 5_000, idleMs: 10_000 }
let server: TestDatabase

beforeAll(async () => {
  server = await createTestDatabase()
  await server.pool.query('create table note (text text not null)')
})
afterAll(() => server.drop())

describe.each([{ pipeline: true }, { pipeline: false }])('a handler, with $pipeline pipelining', ({ pipeline }) => {
  let database: Database<Transaction>
  let transaction: OpenTransaction<Transaction>
  let scope: HandlerScope<Transaction>

  beforeAll(() => {
    database = pgDatabase({ connectionString: server.url, max: 2, pipeline })
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await server.pool.query('truncate note')
    transaction = await database.begin(timeouts)
    scope = transaction.handlerScope()
    return () => transaction.rollback()
  })

  const write = (text: string): Promise<unknown> => scope.tx.query('insert into note values ($1)', [text])
  const notes = async (): Promise<readonly string[]> => {
    const { rows } = await server.pool.query<{ text: string }>('select text from note order by text')
    return rows.map((row) => row.text)
  }
  const failing = (): Promise<unknown> => scope.tx.query('select 1 / 0')

  test('reads and writes', async () => {
    await write('a')
    const { rows, rowCount } = await scope.tx.query<{ text: string }>('select text from note where text = $1', ['a'])
    expect(rows).toEqual([{ text: 'a' }])
    expect(rowCount).toBe(1)
    expect((await scope.tx.query('set local application_name = x')).rowCount).toBe(0)
    expect(scope.failure()).toBeUndefined()
    expect(await transaction.commit()).toBe('COMMIT')
    expect(await notes()).toEqual(['a'])
  })

  test('a swallowed SQL error is noted, and COMMIT answers ROLLBACK', async () => {
    await write('lost')
    await failing().catch(() => {})
    await write('also lost').catch(() => {})
    expect(sqlState(scope.failure())).toBe('22012')
    expect(await transaction.commit()).toBe('ROLLBACK')
    expect(await notes()).toEqual([])
  })

  test('`insert …; commit` is refused by the server, whatever hides it', async () => {
    for (const text of [
      "insert into note values ('x'); commit",
      "insert into note values ('x'); commit; insert into note values ('y')",
      'select 1; /* */ commit',
    ]) {
      const again = await database.begin(timeouts)
      const other = again.handlerScope()
      await expect(other.tx.query(text)).rejects.toMatchObject({ code: '42601' })
      expect(other.failure()).toBeDefined()
      expect(await again.commit()).toBe('ROLLBACK')
    }
    expect(await notes()).toEqual([])
  })

  test('a commit behind a comment is not sent, and swallowing that is a failure', async () => {
    await write('kept')
    await expect(scope.tx.query('/* see */ -- here\n commit')).rejects.toThrow("COMMIT is not the handler's to send")
    expect(scope.failure()).toMatchObject({ message: expect.stringContaining('COMMIT') })
    await transaction.rollback()
    expect(await notes()).toEqual([])
  })

  test('a procedure or a block cannot commit either', async () => {
    await server.pool.query("create or replace procedure commits() language plpgsql as 'begin commit; end'")
    for (const text of ['call commits()', 'do $$ begin commit; end $$']) {
      await expect(scope.tx.savepoint(() => scope.tx.query(text))).rejects.toMatchObject({ code: '2D000' })
    }
  })

  test('statements are sent one at a time, in the order in which they were asked for', async () => {
    const order: string[] = []
    const slow = scope.tx.query('select pg_sleep(0.1)').then(() => order.push('slow'))
    const quick = scope.tx.query('select 1').then(() => order.push('quick'))
    expect(scope.openQueries()).toBe(2)
    await Promise.all([slow, quick])
    expect(order).toEqual(['slow', 'quick'])
    expect(scope.openQueries()).toBe(0)
  })

  test('a value that cannot be sent is a failure, and the transaction goes on to its end', async () => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    await expect(scope.tx.query('insert into note values ($1)', [circle])).rejects.toThrow()
    expect(scope.failure()).toBeDefined()
    await transaction.rollback()
  })

  test('a statement object is refused: it could bring a cursor or a name', async () => {
    const statement = { text: 'select 1', name: 'x' }
    // @ts-expect-error only texts
    await expect(scope.tx.query(statement)).rejects.toThrow('tx.query takes the text of one statement')
  })

  describe('after the end', () => {
    test('nothing can be sent', async () => {
      scope.revoke()
      await expect(write('late')).rejects.toThrow('the transaction is over')
      await expect(scope.tx.savepoint(async () => {})).rejects.toThrow('the transaction is over')
      expect(await transaction.commit()).toBe('COMMIT')
      await expect(write('later')).rejects.toThrow('the transaction is over')
      expect(await notes()).toEqual([])
    })

    test('what waited for its turn is not sent either', async () => {
      const slow = scope.tx.query('select pg_sleep(0.1)')
      const waiting = write('late')
      await new Promise((resolve) => setImmediate(resolve))
      scope.revoke()
      await expect(waiting).rejects.toThrow('nothing was sent')
      await slow
      expect(await transaction.commit()).toBe('COMMIT')
      expect(await notes()).toEqual([])
    })

    test('a handler that keeps its scope cannot reach the next transaction of the connection', async () => {
      const single = pgDatabase({ connectionString: server.url, max: 1, pipeline })
      const first = await single.begin(timeouts)
      const late = first.handlerScope()
      expect(await first.commit()).toBe('COMMIT')
      const second = await single.begin(timeouts)
      await expect(late.tx.query("insert into note values ('stray')")).rejects.toThrow('the transaction has ended')
      expect(await second.commit()).toBe('COMMIT')
      await single.close()
      expect(await notes()).toEqual([])
    })

    test('an unawaited statement that fails does not end the process, and is counted until it is answered', async () => {
      const unhandled: unknown[] = []
      const listener = (error: unknown): unknown => unhandled.push(error)
      process.on('unhandledRejection', listener)
      void failing()
      void scope.tx.savepoint(async () => {
        await failing()
      })
      expect(scope.openQueries()).toBe(2)
      await expect.poll(() => scope.openQueries()).toBe(0)
      expect(scope.failure()).toBeDefined()
      await new Promise((resolve) => setImmediate(resolve))
      process.removeListener('unhandledRejection', listener)
      expect(unhandled).toEqual([])
    })
  })

  describe('a savepoint', () => {
    test('keeps what it wrote', async () => {
      expect(
        await scope.tx.savepoint(async () => {
          await write('inside')
          return 'result'
        }),
      ).toBe('result')
      expect(await transaction.commit()).toBe('COMMIT')
      expect(await notes()).toEqual(['inside'])
    })

    test('undoes its own statements only, and throws the error on', async () => {
      await write('before')
      const work = scope.tx.savepoint(async () => {
        await write('inside')
        throw new Error('no stock')
      })
      await expect(work).rejects.toThrow('no stock')
      await write('after')
      expect(scope.failure()).toBeUndefined()
      expect(await transaction.commit()).toBe('COMMIT')
      expect(await notes()).toEqual(['after', 'before'])
    })

    test('heals a SQL error', async () => {
      await expect(scope.tx.savepoint(failing)).rejects.toMatchObject({ code: '22012' })
      await write('after')
      expect(scope.failure()).toBeUndefined()
      expect(await transaction.commit()).toBe('COMMIT')
    })

    test('with a swallowed SQL error fails with that error', async () => {
      const work = scope.tx.savepoint(async () => {
        await write('inside')
        await failing().catch(() => {})
      })
      await expect(work).rejects.toMatchObject({ code: '22012' })
      expect(scope.failure()).toBeUndefined()
      expect(await transaction.commit()).toBe('COMMIT')
      expect(await notes()).toEqual([])
    })

    test('waits for its own statements, awaited or not', async () => {
      const work = scope.tx.savepoint(async () => {
        void scope.tx.query('select pg_sleep(0.05)')
        void failing()
      })
      await expect(work).rejects.toMatchObject({ code: '22012' })
      await write('after')
      expect(await transaction.commit()).toBe('COMMIT')
      expect(await notes()).toEqual(['after'])
    })

    test('may hold others', async () => {
      await scope.tx.savepoint(async () => {
        await write('outer')
        await scope.tx
          .savepoint(async () => {
            await write('inner')
            await failing()
          })
          .catch(() => {})
        await scope.tx.savepoint(() => write('second'))
      })
      expect(scope.failure()).toBeUndefined()
      expect(await transaction.commit()).toBe('COMMIT')
      expect(await notes()).toEqual(['outer', 'second'])
    })

    test('that is undone takes those within along', async () => {
      const work = scope.tx.savepoint(async () => {
        await scope.tx.savepoint(() => write('inner'))
        throw new Error('outer')
      })
      await expect(work).rejects.toThrow('outer')
      expect(await transaction.commit()).toBe('COMMIT')
      expect(await notes()).toEqual([])
    })

    test('a swallowed error outside of it stays a failure', async () => {
      await failing().catch(() => {})
      await scope.tx.savepoint(() => write('x')).catch(() => {})
      expect(sqlState(scope.failure())).toBe('22012')
      expect(await transaction.commit()).toBe('ROLLBACK')
    })

    test('does not swallow what another part of the handler writes meanwhile', async () => {
      const work = scope.tx.savepoint(async () => {
        await write('inside')
        throw new Error('undone')
      })
      // It would be undone with the savepoint, though its sender saw it succeed.
      await expect(write('outside')).rejects.toThrow('a savepoint is in progress')
      await expect(work).rejects.toThrow('undone')
      expect(scope.failure()).toMatchObject({ message: expect.stringContaining('a savepoint is in progress') })
    })

    test('cannot run beside another one', async () => {
      const both = await Promise.allSettled([
        scope.tx.savepoint(() => write('a')),
        scope.tx.savepoint(() => write('b')),
      ])
      expect(both.map((result) => result.status)).toEqual(['fulfilled', 'rejected'])
      expect(scope.failure()).toBeDefined()
    })

    test('that ends before one within it is a failure', async () => {
      let inner: Promise<unknown> = Promise.resolve()
      let finish = (): void => {}
      const work = scope.tx.savepoint(async () => {
        inner = scope.tx.savepoint(
          () =>
            new Promise<void>((resolve) => {
              finish = resolve
            }),
        )
      })
      await expect(work).rejects.toThrow('one within it was in progress')
      finish()
      await expect(inner).rejects.toThrow()
      expect(scope.failure()).toBeDefined()
    })

    test('counts as open until it has ended', async () => {
      let finish = (): void => {}
      const waiting = new Promise<void>((resolve) => {
        finish = resolve
      })
      const work = scope.tx.savepoint(() => waiting)
      expect(scope.openQueries()).toBe(1)
      finish()
      await work
      expect(scope.openQueries()).toBe(0)
    })
  })
})
