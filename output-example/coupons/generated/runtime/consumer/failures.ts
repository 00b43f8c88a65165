// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { createHash } from 'node:crypto'
import type { ConsumeMessage } from 'amqplib'
import { carriedHeaders } from '../message/own-headers.js'
import type { FailureNote, Item } from './item.js'
import { type RecordScope, storableText } from './records.js'

/** What a failure row keeps of a message, whether or not it could be decoded. */
export interface ParkedMessage {
  readonly message: ConsumeMessage
  /** Where it was published first. */
  readonly exchange: string
  readonly routingKey: string
  readonly queue: string
  readonly eventType: string | undefined
  /** Absent when no key could be computed: then the row is found by the whole message. */
  readonly item?: Item
}

/** SHA-256 of the raw body: names a message before it is decoded, for the count of its starts. */
export function bodyHash(content: Buffer): Buffer {
  return createHash('sha256').update(content).digest()
}

/**
 * SHA-256 of all that tells one message without a business key from another: the same body means something else under
 * another event type, header or routing key. Not the message id: a repeat of the same poison is no second failure.
 * `reduced` leaves the headers out: they may be nested too deeply to be written as JSON.
 */
function messageHash(
  { message, exchange, routingKey }: ParkedMessage,
  { reduced }: { readonly reduced: boolean },
): Buffer {
  const { content, properties } = message
  const { type, contentType, contentEncoding, replyTo, correlationId } = properties
  const headers = Object.entries(carriedHeaders(reduced ? {} : (properties.headers ?? {}))).sort(([left], [right]) =>
    left < right ? -1 : 1,
  )
  const about = [exchange, routingKey, type, contentType, contentEncoding, replyTo, correlationId, headers]
  return createHash('sha256').update(storableJson(about)).update('\n').update(content).digest()
}

/**
 * Writes the failure row, or raises `seen` on the open row of the same message and refreshes what is known of it.
 * `reduced` leaves out whatever the database might refuse.
 */
export async function writeFailure(
  scope: RecordScope,
  parked: ParkedMessage,
  failure: FailureNote & { readonly retentionMs: number; readonly reduced: boolean },
): Promise<string> {
  const { message, item } = parked
  const target =
    item === undefined
      ? "(consumer_group, queue, message_hash) where state = 'parked' and dedup_key is null"
      : "(consumer_group, dedup_key, fingerprint) where state = 'parked' and dedup_key is not null"
  const { rows } = await scope.query<{ id: string }>(
    `insert into ${scope.schema}.idempotent_failure as failure
       (consumer_group, dedup_key, event_type, message_id, fingerprint, fingerprint_version, body_hash, body_size,
        class, code, message, runs, body, headers, properties, exchange, routing_key, queue, expire_at, message_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
       clock_timestamp() + $19 * interval '1 millisecond', $20)
     on conflict ${target} do update
     set seen = failure.seen + 1, seen_at = clock_timestamp(), class = excluded.class, code = excluded.code,
       message = excluded.message, runs = excluded.runs
     returning id::text`,
    [
      scope.group,
      item?.decoded.businessKey ?? null,
      storableText(parked.eventType),
      storableText(item?.decoded.messageId ?? textProperty(message.properties.messageId)),
      item?.decoded.fingerprint ?? null,
      item?.decoded.fingerprintVersion ?? null,
      bodyHash(message.content),
      message.content.length,
      failure.class,
      storableText(failure.code.slice(0, 200)),
      failure.reduced ? 'the message was refused by the database' : storableText(failure.message.slice(0, 10_000)),
      failure.runs,
      failure.reduced ? null : message.content,
      failure.reduced ? null : storableJson(message.properties.headers ?? {}),
      failure.reduced ? null : storableJson({ ...message.properties, headers: undefined }),
      storableText(parked.exchange),
      storableText(parked.routingKey),
      parked.queue,
      failure.retentionMs,
      item === undefined ? messageHash(parked, failure) : null,
    ],
  )
  return rows[0]?.id ?? ''
}

/**
 * A failing replay stays the row it was; a row beside it would hide which one is to be mended. One that had no key, its
 * body being unreadable, gets the key of the correction, so that later copies find it, unless another row has it.
 */
export async function refreshFailure(
  scope: RecordScope,
  id: string,
  failure: FailureNote & {
    readonly item: Item
    /** Of a record that was made with this failure: the row is to live as long. */
    readonly retentionMs?: number
  },
): Promise<void> {
  const { decoded } = failure.item
  await scope.query(
    `update ${scope.schema}.idempotent_failure as failure
     set seen = seen + 1, seen_at = clock_timestamp(), class = $2, code = $3, message = $4, runs = $5,
       expire_at = greatest(expire_at, clock_timestamp() + $6::double precision * interval '1 millisecond'),
       dedup_key = coalesce(dedup_key, adopted.key),
       fingerprint = case when dedup_key is null and adopted.key is not null then $8 else fingerprint end,
       fingerprint_version = case when dedup_key is null and adopted.key is not null then $9 else fingerprint_version end
     from (select case when not exists (
         select 1 from ${scope.schema}.idempotent_failure as other
         where other.consumer_group = $10 and other.dedup_key = $7 and other.fingerprint = $8 and other.state = 'parked'
       ) then $7::text end as key) as adopted
     where id = $1 and state = 'parked'`,
    [
      id,
      failure.class,
      storableText(failure.code.slice(0, 200)),
      storableText(failure.message.slice(0, 10_000)),
      failure.runs,
      failure.retentionMs ?? null,
      decoded.businessKey,
      decoded.fingerprint,
      decoded.fingerprintVersion,
      scope.group,
    ],
  )
}

/**
 * Notes on the row that a replay names that its payload cannot be read, or is of another key. What the message was
 * parked for stays: it is still to be mended. Gives the row's id, or nothing when it is no open row of this group: then
 * the message is no replay of ours.
 */
export async function noteMisfit(
  scope: RecordScope,
  replayId: string | undefined,
  failure: FailureNote,
): Promise<string | undefined> {
  if (replayId === undefined) return undefined
  const { rows } = await scope.query<{ id: string }>(
    `update ${scope.schema}.idempotent_failure
     set seen = seen + 1, seen_at = clock_timestamp(), message = split_part(message, $3, 1) || $3 || $4
     where id = $1 and consumer_group = $2 and state = 'parked'
     returning id::text`,
    [
      replayId,
      scope.group,
      '\nthe last replay did not run: ',
      storableText(`${failure.code}: ${failure.message.slice(0, 10_000)}`),
    ],
  )
  return rows[0]?.id
}

/** Whether a replay names an open row of its group that has another business key than the payload. */
export async function isOfAnotherKey(scope: RecordScope, item: Item): Promise<boolean> {
  const { rows } = await scope.query(
    `select 1 from ${scope.schema}.idempotent_failure
     where id = $1 and consumer_group = $2 and state = 'parked'
       and dedup_key is not null and not (dedup_key = any($3::text[]))`,
    [item.copy.replayId, scope.group, item.decoded.keys],
  )
  return rows.length > 0
}

/** Counts a repeat of a parked message on its open row. */
export async function countRepeat(scope: RecordScope, item: Item): Promise<void> {
  await scope.query(
    `update ${scope.schema}.idempotent_failure set seen = seen + 1, seen_at = clock_timestamp()
     where consumer_group = $1 and dedup_key = any($2::text[]) and fingerprint = $3 and state = 'parked'`,
    [scope.group, item.decoded.keys, item.decoded.fingerprint],
  )
}

/**
 * The open failure row that this item replays, locked: the one its header names if it is of this group and key, or for
 * a fresh publication of a message parked for want of attempts the row of that message.
 */
export async function findReplayed(
  scope: RecordScope,
  item: Item,
  onRepublish: 'retry' | 'absorb',
  replayId: string | undefined = item.copy.replayId,
): Promise<string | undefined> {
  if (replayId !== undefined) {
    if (!/^\d{1,18}$/.test(replayId)) return undefined
    const named = await scope.query<{ id: string }>(
      `select id::text from ${scope.schema}.idempotent_failure
       where id = $1::bigint and consumer_group = $2 and state = 'parked'
         and (dedup_key is null or dedup_key = any($3::text[]))
       for update`,
      [replayId, scope.group, item.decoded.keys],
    )
    return named.rows[0]?.id
  }
  if (onRepublish === 'absorb' || item.copy.isCopy || item.delivery.message.fields.redelivered) return undefined
  const republished = await scope.query<{ id: string }>(
    `select id::text from ${scope.schema}.idempotent_failure
     where consumer_group = $1 and dedup_key = any($2::text[]) and fingerprint = $3 and state = 'parked'
       and class = 'attempts-exhausted' and message_id is distinct from $4
     for update`,
    [scope.group, item.decoded.keys, item.decoded.fingerprint, storableText(item.decoded.messageId)],
  )
  return republished.rows[0]?.id
}

/** The effect of the parked message exists (or exists from this transaction's commit on). */
export async function resolveFailure(scope: RecordScope, id: string): Promise<void> {
  await scope.query(
    `update ${scope.schema}.idempotent_failure set state = 'resolved', resolved_at = clock_timestamp()
     where id = $1 and state = 'parked'`,
    [id],
  )
}

/** jsonb takes neither NUL nor lone surrogates; bytes are kept as base64. */
function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'string') return storableText(inner)
    if (typeof inner === 'bigint') return inner.toString()
    return inner
  })
}

function textProperty(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
