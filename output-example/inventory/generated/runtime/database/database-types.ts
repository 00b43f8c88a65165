// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
/** The database, as a handler and as the runtime use it. Types only. */

/** The rows of a statement. `rowCount` is 0 for statements that answer without a count. */
export interface QueryResult<Row extends object = Record<string, unknown>> {
  readonly rows: readonly Row[]
  readonly rowCount: number
}

/**
 * The database transaction that a handler writes through. It also holds the record of the message, so the two are
 * committed together or not at all. Statements go one at a time; `BEGIN`, `COMMIT` and their kin are refused.
 */
export interface Transaction {
  /** Runs one statement with `$1, $2, …` as parameters. */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<QueryResult<Row>>
  /** Runs `work` so that its failure undoes only its own statements; the error is thrown on. */
  savepoint<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Where records and business rows live, made by `pgDatabase`. Its members are the runtime's own. */
export interface Database<Tx = Transaction> {
  /** The schema of idemgen's tables, quoted for use in SQL. */
  readonly schema: string
  /** Connections at most; `start` refuses fewer than its lanes. */
  readonly poolSize: number
  /** Opens a transaction: READ COMMITTED, timeouts and `synchronous_commit` set locally, in one round trip. */
  begin(timeouts: TransactionTimeouts): Promise<OpenTransaction<Tx>>
  /** One statement of our own on the reserved connection, committed by itself. */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<QueryResult<Row>>
  /** A short transaction of our own on the reserved connection; commits when `work` resolves and requires the tag. */
  transact<Result>(work: (query: Query) => Promise<Result>): Promise<Result>
  /** Opens a new connection, reads (or writes and rolls back), closes it. Rejects when the database cannot. */
  probe(kind: 'read' | 'write'): Promise<void>
  /** Closes what `pgDatabase` opened; a pool that was given stays open. */
  close(): Promise<void>
}

export type Query = <Row extends object = Record<string, unknown>>(
  text: string,
  values?: readonly unknown[],
) => Promise<QueryResult<Row>>

export interface TransactionTimeouts {
  readonly lockMs: number
  readonly statementMs: number
  readonly idleMs: number
}

/** A transaction in progress. Exactly one of `commit`, `rollback` and `destroy` ends it. */
export interface OpenTransaction<Tx> {
  /** For the runtime's own statements. */
  readonly query: Query
  /** A facade for one handler. */
  handlerScope(): HandlerScope<Tx>
  /** Sends COMMIT and gives the command tag, `COMMIT` or `ROLLBACK`: PostgreSQL answers the latter without an error. */
  commit(): Promise<string>
  /** Rolls back and returns the connection; destroys it where that fails. Never rejects. */
  rollback(): Promise<void>
  /** Closes the connection at once: a late statement must not land in the next message's transaction. */
  destroy(): void
}

/** What one handler may do with the transaction, and what it did. */
export interface HandlerScope<Tx> {
  readonly tx: Tx
  /** The first statement that failed outside a savepoint that undid it; a handler that swallowed it has still failed. */
  failure(): unknown
  /** Statements sent and not yet answered. */
  openQueries(): number
  /** From now on every use of `tx` throws. */
  revoke(): void
}
