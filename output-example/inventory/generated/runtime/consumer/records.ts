// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { Query } from '../types.js'
import type { Item } from './item.js'

/** A row of `idempotent_record`, as far as a decision needs it. */
export interface StoredRecord {
  readonly key: string
  readonly status: 'PROCESSING' | 'SUCCEEDED' | 'FAILED'
  readonly fingerprint: Buffer
  readonly fingerprintVersion: string
}

/** What every statement here needs to know. */
export interface RecordScope {
  readonly query: Query
  /** The quoted schema. */
  readonly schema: string
  readonly group: string
}

/**
 * Claims the keys of all items in one statement, in the order of the keys: two lists that claim the same keys in
 * different order would deadlock. Gives the keys that are ours now. Waits for other transactions that hold one of
 * them, up to the lock timeout.
 *
 * If the process dies here or later, the transaction rolls back and nothing is claimed.
 */
export async function claim(
  scope: RecordScope,
  items: readonly Item[],
  claimed: { readonly status: 'SUCCEEDED' | 'FAILED'; readonly retentionMs: number; readonly code?: string },
): Promise<ReadonlySet<string>> {
  const rows = distinctKeys(items)
  const result = await scope.query<{ dedup_key: string }>(
    `insert into ${scope.schema}.idempotent_record
       (consumer_group, dedup_key, status, key_version, fingerprint, fingerprint_version, first_message_id, error_code, expire_at)
     select $1, claimed.key, $2, claimed.key_version, claimed.fingerprint, claimed.fingerprint_version,
       claimed.message_id, $3, clock_timestamp() + $4 * interval '1 millisecond'
     from unnest($5::text[], $6::integer[], $7::bytea[], $8::text[], $9::text[])
       as claimed (key, key_version, fingerprint, fingerprint_version, message_id)
     order by claimed.key collate "C"
     on conflict do nothing
     returning dedup_key`,
    [
      scope.group,
      claimed.status,
      claimed.code ?? null,
      claimed.retentionMs,
      rows.map((row) => row.key),
      rows.map((row) => row.item.decoded.keyVersion),
      rows.map((row) => row.item.decoded.fingerprint),
      rows.map((row) => row.item.decoded.fingerprintVersion),
      rows.map((row) => storableText(row.item.decoded.messageId)),
    ],
  )
  return new Set(result.rows.map((row) => row.dedup_key))
}

/**
 * The records under these keys, read by a statement of its own: inside the claim's statement the row of a transaction
 * that committed meanwhile is not visible, and the answer would be "nothing there" in exactly the race it is for.
 */
export async function readRecords(
  scope: RecordScope,
  keys: readonly string[],
  lock: 'for update' | 'no lock',
): Promise<readonly StoredRecord[]> {
  const result = await scope.query<{
    dedup_key: string
    status: StoredRecord['status']
    fingerprint: Buffer
    fingerprint_version: string
  }>(
    `select dedup_key, status, fingerprint, fingerprint_version from ${scope.schema}.idempotent_record
     where consumer_group = $1 and dedup_key = any($2::text[])
     order by dedup_key ${lock === 'for update' ? 'for update' : ''}`,
    [scope.group, keys],
  )
  return result.rows.map((row) => ({
    key: row.dedup_key,
    status: row.status,
    fingerprint: row.fingerprint,
    fingerprintVersion: row.fingerprint_version,
  }))
}

/** Turns the FAILED records of a replayed item into ours; false when one of them is no longer FAILED. */
export async function adoptFailed(scope: RecordScope, item: Item, retentionMs: number): Promise<boolean> {
  const result = await scope.query(
    `update ${scope.schema}.idempotent_record
     set status = 'SUCCEEDED', key_version = $3, fingerprint = $4, fingerprint_version = $5, first_message_id = $6,
       error_code = null, attempts = attempts + 1, expire_at = clock_timestamp() + $7 * interval '1 millisecond',
       updated_at = clock_timestamp()
     where consumer_group = $1 and dedup_key = any($2::text[]) and status = 'FAILED'`,
    [
      scope.group,
      item.decoded.keys,
      item.decoded.keyVersion,
      item.decoded.fingerprint,
      item.decoded.fingerprintVersion,
      storableText(item.decoded.messageId),
      retentionMs,
    ],
  )
  return result.rowCount > 0
}

/**
 * Whether a record is of the same message content. Fingerprints made by another list of ignored fields say nothing
 * about each other, so the key alone decides then.
 */
export function sameContent(record: StoredRecord, item: Item): boolean {
  if (record.fingerprintVersion !== item.decoded.fingerprintVersion) return true
  return record.fingerprint.equals(item.decoded.fingerprint)
}

/** PostgreSQL stores no NUL in a text; a producer may still send one. */
export function storableText(text: string | undefined): string | null {
  if (text === undefined) return null
  // Through UTF-8, which has no lone surrogates either.
  return Buffer.from(text.replaceAll('\0', '\uFFFD')).toString()
}

/** Two versions of a key are often one string: claimed twice, a message would be its own duplicate. */
function distinctKeys(items: readonly Item[]): readonly { readonly key: string; readonly item: Item }[] {
  const byKey = new Map<string, Item>()
  for (const item of items) for (const key of item.decoded.keys) if (!byKey.has(key)) byKey.set(key, item)
  return [...byKey].map(([key, item]) => ({ key, item }))
}
