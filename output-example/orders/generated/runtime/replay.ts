// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { Options } from 'amqplib'
import { brokerLinks } from './broker.js'
import { ConfigurationError } from './errors.js'
import { copyHeaders } from './message/header-names.js'
import { carriedHeaders } from './message/own-headers.js'
import type { Broker, Database } from './types.js'

export interface ReplayOptions<Tx> {
  readonly broker: Broker
  readonly database: Database<Tx>
  /** The `id` of a row of `idempotent_failure` whose state is `parked`. */
  readonly id: string | number | bigint
  /** A corrected payload with the same business key. Default: the body as it was parked. */
  readonly payload?: unknown
}

interface FailureRow {
  readonly state: 'parked' | 'resolved'
  readonly class: string
  readonly consumer_group: string
  readonly dedup_key: string | null
  readonly queue: string
  readonly body: Buffer | null
  readonly headers: Readonly<Record<string, unknown>> | null
  readonly properties: Readonly<Record<string, unknown>> | null
  readonly exchange: string | null
  readonly routing_key: string | null
  readonly record_status: string | null
  /** Whether the record is of another payload. */
  readonly differs: boolean | null
}

/** A broker that takes no messages now does not answer; the tool is then to be run again. */
const CONFIRM_MS = 30_000

/**
 * Sends a parked message to its queue again. The consumer sets the row to `resolved` in the transaction of the effect;
 * until then it stays `parked`, so a process that dies at any line here hides nothing, and running it twice is harmless.
 *
 * Rejects with `ConfigurationError` when there is no such row, it is resolved, another payload was processed under its
 * key, or its body was not kept and none is given; with `UnroutableError` when the queue is gone, and with
 * `PublishOutcomeUnknownError` when the broker does not confirm within 30 s.
 */
export async function replayParked<Tx>(options: ReplayOptions<Tx>): Promise<void> {
  const { database } = options
  const id = String(options.id)
  const corrected = options.payload !== undefined
  const row = await readFailure(database, id, corrected)
  const content = corrected ? Buffer.from(JSON.stringify(options.payload)) : row.body
  if (content === null) {
    throw new ConfigurationError('replay-needs-payload', `the body of failure ${id} was not kept: give \`payload\``)
  }
  await markReplayed(database, id)
  const sender = await brokerLinks(options.broker).openSender()
  try {
    const properties = replayProperties(row, id, corrected)
    await sender.send({ exchange: '', routingKey: row.queue, content, properties }, { timeoutMs: CONFIRM_MS })
  } finally {
    await sender.close()
  }
}

/** Also forgets the starts that killed their process, if any: what is replayed starts with a clean slate. */
async function markReplayed<Tx>({ schema, transact }: Database<Tx>, id: string): Promise<void> {
  await transact(async (query) => {
    await query(
      `update ${schema}.idempotent_failure set replayed_at = clock_timestamp() where id = $1 and state = 'parked'`,
      [id],
    )
    await query(
      `delete from ${schema}.idempotent_attempt as attempt using ${schema}.idempotent_failure as failure
       where failure.id = $1 and attempt.consumer_group = failure.consumer_group and attempt.queue = failure.queue
         and attempt.body_hash = failure.body_hash and attempt.finished_at is null`,
      [id],
    )
  })
}

async function readFailure<Tx>(database: Database<Tx>, id: string, corrected: boolean): Promise<FailureRow> {
  if (!/^\d{1,18}$/.test(id)) throw new ConfigurationError('replay-unknown', `\`${id}\` is no id of a failure row`)
  const result = await database.query<FailureRow>(
    `select failure.*, record.status as record_status,
       record.fingerprint <> failure.fingerprint and record.fingerprint_version = failure.fingerprint_version as differs
     from ${database.schema}.idempotent_failure as failure
     left join ${database.schema}.idempotent_record as record using (consumer_group, dedup_key)
     where failure.id = $1`,
    [id],
  )
  const row = result.rows[0]
  if (row === undefined) throw new ConfigurationError('replay-unknown', `there is no failure row ${id}`)
  if (row.state !== 'parked') throw new ConfigurationError('replay-resolved', `failure ${id} is resolved already`)
  const differs = row.class === 'mismatch' || (!corrected && row.differs === true)
  if (differs && row.record_status === 'SUCCEEDED') {
    throw new ConfigurationError(
      'replay-impossible',
      `another payload was processed under the business key of failure ${id}: publish the correction under a new key`,
    )
  }
  return row
}

function replayProperties(row: FailureRow, id: string, corrected: boolean): Options.Publish {
  const { userId, expiration, deliveryMode, ...kept } = restoreBytes(row.properties ?? {})
  return {
    ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null && value !== undefined)),
    // What was wrong with the message may have been just that.
    ...(corrected ? { contentType: 'application/json', contentEncoding: 'identity' } : {}),
    persistent: true,
    mandatory: true,
    headers: {
      ...carriedHeaders(restoreBytes(row.headers ?? {})),
      [copyHeaders.replay]: id,
      [copyHeaders.exchange]: row.exchange ?? '',
      [copyHeaders.routingKey]: row.routing_key ?? row.queue,
    },
  }
}

/** Byte arrays were stored as JSON tells a Buffer. */
function restoreBytes(stored: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(stored), (_, value: unknown) => {
    const isBytes =
      typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value
    return isBytes && Array.isArray(value.data) ? Buffer.from(value.data) : value
  })
}
