// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { Pool, type PoolConfig } from 'pg'
import { probeDatabase } from './database/pg-probe.js'
import { poolCloser } from './database/pg-socket.js'
import { beginTransaction } from './database/pg-transaction.js'
import { ConfigurationError } from './errors.js'
import type { Database, OpenTransaction, Query, Transaction, TransactionTimeouts } from './types.js'

export interface DatabaseOptions {
  /** The schema of idemgen's tables. Default `idempotency`. */
  readonly schema?: string
}

/** For a pool that says nothing: by itself it would wait for ever. */
const CONNECT_MS = 5_000
const POOL_SIZE = 10
/** Parking must go on while the cleanup holds a connection. */
const RESERVE = 2
/** For our own short transactions, which wait for nothing but a lock. */
const reservedTimeouts: TransactionTimeouts = { lockMs: 5_000, statementMs: 10_000, idleMs: 15_000 }

/**
 * The database that records and business rows share: `pgDatabase({ connectionString })` makes a pool of its own
 * (10 connections, 5 s to connect, pipelined), `pgDatabase(pool)` uses yours. Beside the pool it reserves two
 * connections for failures and bookkeeping, so that a busy pool cannot keep them from being written down. Connects at first use.
 * Throws `ConfigurationError` when the connection string is undefined.
 */
export function pgDatabase(source: Pool | PoolConfig, options: DatabaseOptions = {}): Database<Transaction> {
  const schema = quoteIdentifier(options.schema ?? 'idempotency')
  const { given, config } = isPool(source)
    ? { given: source, config: configOf(source) }
    : { given: undefined, config: ownConfig(source) }
  const pool = given ?? listenedPool(config)
  const reserved = listenedPool({ ...config, max: RESERVE })
  const closers = [poolCloser(reserved), ...(given === undefined ? [poolCloser(pool)] : [])]
  const waitMs = config.connectionTimeoutMillis ?? CONNECT_MS
  if (given !== undefined) listenTo(given)
  let closing: Promise<void> | undefined

  return {
    schema,
    poolSize: config.max ?? POOL_SIZE,
    begin: (timeouts) => beginTransaction(pool, waitMs, timeouts),
    query: (text, values) => transact((query) => query(text, values)),
    transact,
    probe: (kind) => probeDatabase(config, { kind, schema }),
    close() {
      closing ??= close()
      return closing
    },
  }

  async function transact<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    const transaction = await beginTransaction(reserved, waitMs, reservedTimeouts)
    return commitAfter(transaction, work)
  }

  async function close(): Promise<void> {
    await Promise.all(closers.map((end) => end()))
  }
}

async function commitAfter<Result>(
  transaction: OpenTransaction<Transaction>,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  let result: Result
  try {
    result = await work(transaction.query)
  } catch (error) {
    await transaction.rollback()
    throw error
  }
  const tag = await transaction.commit()
  if (tag !== 'COMMIT') throw new Error(`COMMIT was answered with ${tag}: a statement before it had failed`)
  return result
}

/** Never removed: a server may end a connection of the pool also after we are closed. */
const listenedTo = new WeakSet<Pool>()

/** A pool without a listener ends the process when the server closes an idle connection. */
function listenTo(pool: Pool): void {
  if (listenedTo.has(pool)) return
  listenedTo.add(pool)
  pool.on('error', () => {})
}

function isPool(source: Pool | PoolConfig): source is Pool {
  // By its methods: a service may have another copy of pg than the generated code.
  return 'connect' in source && typeof source.connect === 'function' && 'options' in source
}

function ownConfig(config: PoolConfig): PoolConfig {
  if ('connectionString' in config && (config.connectionString ?? '') === '') {
    throw new ConfigurationError(
      'connection-string-missing',
      'pgDatabase got an empty `connectionString`: is the environment variable that it is read from set (DATABASE_URL)?',
    )
  }
  return {
    ...config,
    max: config.max ?? POOL_SIZE,
    connectionTimeoutMillis: config.connectionTimeoutMillis || CONNECT_MS,
    // A network that dies says nothing; without this the system notices after hours, or never.
    keepAlive: config.keepAlive ?? true,
    pipeline: config.pipeline ?? true,
    fallback_application_name: config.fallback_application_name ?? 'idemgen',
  }
}

/** Connects as the given pool does. */
function configOf(pool: Pool): PoolConfig {
  const { options } = pool
  return {
    ...options,
    // Hidden from enumeration by pg, to keep it out of logs.
    password: options.password,
    connectionTimeoutMillis: options.connectionTimeoutMillis || CONNECT_MS,
  }
}

function listenedPool(config: PoolConfig): Pool {
  const pool = new Pool(config)
  listenTo(pool)
  return pool
}

/** PostgreSQL cuts longer names silently, and two would become one. */
const longestIdentifier = 63

function quoteIdentifier(name: string): string {
  if (name === '' || name.includes('\0') || Buffer.byteLength(name) > longestIdentifier) {
    throw new ConfigurationError(
      'schema-invalid',
      `${JSON.stringify(name)} is no name for a schema: give 1 to 63 bytes`,
    )
  }
  return `"${name.replaceAll('"', '""')}"`
}
