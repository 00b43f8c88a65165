import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { classify } from '../../templates/runtime/database/classify.js'
import { checkSchemaStep } from '../../templates/runtime/database/schema-step.js'
import { pgDatabase } from '../../templates/runtime/database.js'
import { ConfigurationError } from '../../templates/runtime/errors.js'
import { SCHEMA_STEP } from '../../templates/runtime/revision.js'
import { createTestDatabase, type TestDatabase } from '../support/database.js'
import { databaseUrl } from '../support/database-url.js'
import { waitFor } from '../support/wait-for.js'
import { failureOf, timeouts, using } from './sample-database.js'

let server: TestDatabase

beforeAll(async () => {
  server = await createTestDatabase()
  await server.pool.query('create table note (text text not null)')
})
afterAll(() => server.drop())

const sessions = async (name: string): Promise<readonly number[]> => {
  const { rows } = await server.pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where application_name = $1 and datname = current_database()',
    [name],
  )
  return rows.map((row) => row.pid)
}

describe('pgDatabase', () => {
  test('says what is missing when the connection string is undefined', () => {
    const missing = { connectionString: process.env.NO_SUCH_VARIABLE }
    expect(() => pgDatabase(missing)).toThrow(ConfigurationError)
    expect(() => pgDatabase(missing)).toThrow(/DATABASE_URL/)
    expect(() => pgDatabase({ connectionString: '' })).toThrow(ConfigurationError)
  })

  test('quotes the schema, and refuses what is no name', async () => {
    const database = pgDatabase({ connectionString: server.url }, { schema: 'my "own" Schema' })
    expect(database.schema).toBe('"my ""own"" Schema"')
    await using(database, async () => {
      await database.query(`create schema ${database.schema}`)
    })
    for (const schema of ['', 'x'.repeat(64), 'a\0b']) {
      expect(() => pgDatabase({ connectionString: server.url }, { schema })).toThrow(ConfigurationError)
    }
  })

  test('tells the size of its pool', async () => {
    const pool = new pg.Pool({ connectionString: server.url, max: 7 })
    expect(pgDatabase({ connectionString: server.url }).poolSize).toBe(10)
    expect(pgDatabase({ connectionString: server.url, max: 3 }).poolSize).toBe(3)
    expect(pgDatabase(pool).poolSize).toBe(7)
    await pool.end()
  })

  test('connects at first use only', async () => {
    const database = pgDatabase({ connectionString: server.url, application_name: 'lazy' })
    expect(await sessions('lazy')).toEqual([])
    await database.query('select 1')
    expect(await sessions('lazy')).toHaveLength(1)
    await database.close()
    await database.close()
    await waitFor(async () => (await sessions('lazy')).length === 0, { what: 'its sessions are closed' })
  })

  test('closes what it opened and leaves a given pool open', async () => {
    const pool = new pg.Pool({ connectionString: server.url, max: 1, application_name: 'given' })
    const database = pgDatabase(pool)
    const transaction = await database.begin(timeouts)
    await database.query('select 1')
    await transaction.rollback()
    await database.close()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await waitFor(async () => (await sessions('given')).length === 1, { what: 'only the given connection is left' })
    await pool.end()
  })

  test('survives the end of idle connections, its own and those of a given pool', async () => {
    const pool = new pg.Pool({ connectionString: server.url, application_name: 'idle' })
    const given = pgDatabase(pool)
    const own = pgDatabase({ connectionString: server.url, application_name: 'idle' })
    expect(pool.listenerCount('error')).toBe(1)
    await pgDatabase(pool).close()
    expect(pool.listenerCount('error')).toBe(1)
    for (const database of [given, own]) {
      await database.query('select 1')
      await (await database.begin(timeouts)).rollback()
    }
    const pids = await sessions('idle')
    expect(pids).toHaveLength(4)
    await server.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids])
    await waitFor(async () => (await sessions('idle')).length === 0, { what: 'the sessions are gone' })
    for (const database of [given, own]) {
      await (await database.begin(timeouts)).rollback()
      await database.query('select 1')
      await database.close()
    }
    await pool.end()
  })
})

describe('a pool of one that is in use', () => {
  test('does not keep failures from being written down', async () => {
    const pool = new pg.Pool({ connectionString: server.url, max: 1 })
    const database = pgDatabase(pool)
    await using(database, async () => {
      const first = await database.begin(timeouts)
      await database.query("insert into note values ('reserved')")
      expect((await server.pool.query("select from note where text = 'reserved'")).rowCount).toBe(1)
      await first.rollback()
    })
    await pool.end()
  })
})

test.each(['a pool of its own', 'a given pool'])(
  'beside %s, a slow cleanup does not hold up what is parked',
  async (kind) => {
    const pool = kind === 'a given pool' ? new pg.Pool({ connectionString: server.url, max: 1 }) : undefined
    const database = pgDatabase(pool ?? { connectionString: server.url, max: 1 })
    await using(database, async () => {
      await database.transact(async () => {
        await database.query("insert into note values ('parked meanwhile')")
      })
    })
    await pool?.end()
  },
)

describe('the reserved connection', () => {
  const counted = async (text: string): Promise<number | null> =>
    (await server.pool.query('select from note where text = $1', [text])).rowCount

  test('commits what the work wrote, or nothing', async () => {
    const database = pgDatabase({ connectionString: server.url })
    await using(database, async () => {
      const result = await database.transact(async (query) => {
        await query("insert into note values ('both')")
        await query("insert into note values ('both')")
        return 'done'
      })
      expect(result).toBe('done')
      expect(await counted('both')).toBe(2)
      const failing = database.transact(async (query) => {
        await query("insert into note values ('none')")
        throw new Error('changed my mind')
      })
      await expect(failing).rejects.toThrow('changed my mind')
      const swallowing = database.transact(async (query) => {
        await query("insert into note values ('none')")
        await query('select 1 / 0').catch(() => {})
      })
      await expect(swallowing).rejects.toThrow('COMMIT was answered with ROLLBACK')
      await expect(database.query("insert into note values ('none'); commit")).rejects.toMatchObject({ code: '42601' })
      expect(await counted('none')).toBe(0)
    })
  })

  test('is made as the given pool is, hidden password included', async () => {
    const passwords: unknown[] = []
    class RecordingClient extends pg.Client {
      constructor(config: pg.ClientConfig) {
        super(config)
        passwords.push(config.password)
      }
    }
    const pool = new pg.Pool({
      connectionString: server.url,
      application_name: 'cloned',
      password: 'secret',
      // The type asks for a constructor without parameters; the pool gives its options.
      Client: RecordingClient as unknown as new () => pg.Client,
    })
    const database = pgDatabase(pool)
    await using(database, async () => {
      const { rows } = await database.query('select current_setting($1) as name', ['application_name'])
      expect(rows).toEqual([{ name: 'cloned' }])
    })
    expect(pool.totalCount).toBe(0)
    expect(passwords).toEqual(['secret'])
    await pool.end()
  })
})

describe('a probe', () => {
  test('succeeds on a database that can be read and written, and leaves nothing', async () => {
    const database = pgDatabase({ connectionString: server.url, application_name: 'probe' })
    await using(database, async () => {
      await database.probe('read')
      await database.probe('write')
      await waitFor(async () => (await sessions('probe')).length === 0, { what: 'its connections are closed' })
      expect((await server.pool.query('select from idempotency.idempotent_record')).rowCount).toBe(0)
    })
  })

  test('uses a connection of its own: an exhausted pool says nothing about the server', async () => {
    const pool = new pg.Pool({ connectionString: server.url, max: 1 })
    const database = pgDatabase(pool)
    await using(database, async () => {
      const transaction = await database.begin(timeouts)
      await database.probe('write')
      await transaction.rollback()
    })
    await pool.end()
  })

  test('for writing fails on a read-only database with 25006, where reading succeeds', async () => {
    const database = pgDatabase({ connectionString: server.url, options: '-c default_transaction_read_only=on' })
    await using(database, async () => {
      await database.probe('read')
      const error = await failureOf(database.probe('write'))
      expect(error).toMatchObject({ code: '25006' })
      expect(classify(error, 'claim')).toBe('environment')
    })
  })

  test('makes the table grow, which a full disk refuses', async () => {
    const database = pgDatabase({ connectionString: server.url })
    const size = async (): Promise<number> => {
      const { rows } = await server.pool.query<{ size: string }>(
        "select pg_total_relation_size('idempotency.idempotent_record') as size",
      )
      return Number(rows[0]?.size)
    }
    await using(database, async () => {
      const before = await size()
      await database.probe('write')
      expect((await size()) - before).toBeGreaterThanOrEqual(65_536)
    })
  })
})

describe('a server that cannot be reached', () => {
  test('is the environment, whatever it says', async () => {
    const closed = pgDatabase({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
    const unknown = pgDatabase({ connectionString: databaseUrl(server.url, 'no_such_database') })
    for (const database of [closed, unknown]) {
      await using(database, async () => {
        const error = await failureOf(database.begin(timeouts))
        expect(error).toMatchObject({ code: 'connect-failed', message: expect.stringContaining('cannot connect') })
        expect(classify(error, 'claim')).toBe('environment')
      })
    }
  })
})

describe('the migration step', () => {
  const withSteps = async (steps: readonly number[]): Promise<unknown> => {
    const schema = `steps_${steps.join('_').replace('-', 'minus')}`
    await server.pool.query(`create schema ${schema}; create table ${schema}.schema_step (step int primary key)`)
    await server.pool.query(`insert into ${schema}.schema_step select unnest($1::int[])`, [steps])
    const database = pgDatabase({ connectionString: server.url }, { schema })
    try {
      return await failureOf(checkSchemaStep(database))
    } finally {
      await database.close()
    }
  }

  test('of the migrations that this code came with is fine', async () => {
    const database = pgDatabase({ connectionString: server.url })
    await using(database, () => checkSchemaStep(database))
  })

  test('is missing without tables, and without a row: the command to run is named', async () => {
    const nowhere = pgDatabase({ connectionString: server.url }, { schema: 'nowhere' })
    await using(nowhere, async () => {
      expect(await failureOf(checkSchemaStep(nowhere))).toMatchObject({
        name: 'ConfigurationError',
        code: 'migrations-missing',
        message: expect.stringMatching(/no tables in schema "nowhere".*dbmate/),
      })
    })
    expect(await withSteps([])).toMatchObject({ code: 'migrations-missing' })
  })

  test('may be the one before, and no earlier or later one', async () => {
    expect(await withSteps([SCHEMA_STEP])).toBeUndefined()
    expect(await withSteps([SCHEMA_STEP - 1])).toBeUndefined()
    expect(await withSteps([SCHEMA_STEP - 2])).toMatchObject({ code: 'migrations-missing' })
    expect(await withSteps([SCHEMA_STEP, SCHEMA_STEP + 1])).toMatchObject({
      code: 'migrations-too-new',
      message: expect.stringMatching(
        new RegExp(`step ${SCHEMA_STEP + 1}, and this code knows steps up to ${SCHEMA_STEP}:.*idemgen generate`),
      ),
    })
  })

  test('that cannot be read for another reason is that error', async () => {
    const away = pgDatabase({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
    await using(away, async () => {
      expect(await failureOf(checkSchemaStep(away))).toMatchObject({ code: 'connect-failed' })
    })
  })
})
