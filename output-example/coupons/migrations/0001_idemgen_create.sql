-- Written by idemgen. Runs with dbmate and with node-pg-migrate. Never edit it: what changes comes as a new file.

-- migrate:up
-- Up Migration

create schema if not exists idempotency;

create table idempotency.schema_step (
  step integer primary key,
  applied_at timestamptz not null default clock_timestamp()
);

-- One row for each processed business key of a consumer group. Texts compare byte by byte: a linguistic collation
-- would make different keys equal.
create table idempotency.idempotent_record (
  consumer_group text collate "C" not null,
  dedup_key text collate "C" not null,
  status text collate "C" not null check (status in ('PROCESSING', 'SUCCEEDED', 'FAILED')),
  key_version integer not null,
  fingerprint bytea not null,
  fingerprint_version text collate "C" not null,
  first_message_id text,
  claim_id uuid,
  lease_until timestamptz,
  attempts integer not null default 1,
  error_code text,
  expire_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (consumer_group, dedup_key)
);

-- For the cleanup: with retentions of different length a block range index would make it read most of the table to
-- find that nothing has expired.
create index idempotent_record_expire_at on idempotency.idempotent_record (expire_at);

-- Messages that were parked, with all that a replay needs.
create table idempotency.idempotent_failure (
  id bigint generated always as identity primary key,
  consumer_group text collate "C" not null,
  dedup_key text collate "C",
  event_type text,
  message_id text,
  fingerprint bytea,
  fingerprint_version text collate "C",
  body_hash bytea not null,
  -- Body, headers, event type and routing key together, for a message that no business key could be computed of.
  message_hash bytea,
  body_size integer not null,
  class text collate "C" not null
    check (class in ('business', 'attempts-exhausted', 'poison', 'mismatch', 'crash-loop', 'delivery-limit')),
  code text not null,
  message text not null,
  body bytea,
  headers jsonb,
  properties jsonb,
  exchange text,
  routing_key text,
  queue text collate "C" not null,
  runs integer not null default 1,
  seen integer not null default 1,
  state text collate "C" not null default 'parked' check (state in ('parked', 'resolved')),
  expire_at timestamptz not null,
  parked_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  replayed_at timestamptz,
  resolved_at timestamptz
);

-- A repeat of an open failure raises `seen`; a resolved row never absorbs one.
create unique index idempotent_failure_open_by_key on idempotency.idempotent_failure
  (consumer_group, dedup_key, fingerprint) where state = 'parked' and dedup_key is not null;
create unique index idempotent_failure_open_by_message on idempotency.idempotent_failure
  (consumer_group, queue, message_hash) where state = 'parked' and dedup_key is null;
create index idempotent_failure_expire_at on idempotency.idempotent_failure (expire_at);

-- Starts of redelivered messages, written before decoding: what is left unfinished here may have killed its process.
create table idempotency.idempotent_attempt (
  consumer_group text collate "C" not null,
  queue text collate "C" not null,
  body_hash bytea not null,
  instance uuid not null,
  alone boolean not null,
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  primary key (consumer_group, queue, body_hash, instance, started_at)
);
create index idempotent_attempt_started_at on idempotency.idempotent_attempt (started_at);

insert into idempotency.schema_step (step) values (1);

-- migrate:down
-- Down Migration

drop table idempotency.idempotent_attempt;
drop table idempotency.idempotent_failure;
drop table idempotency.idempotent_record;
drop table idempotency.schema_step;
drop schema idempotency;
