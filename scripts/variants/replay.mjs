/** @import { Variant } from './list.mjs' */

const outcomes = 'test/runtime/consumer-outcomes.test.ts'
const parking = 'test/runtime/consumer-parking.test.ts'
const replays = 'test/runtime/consumer-replay.test.ts'
const misfits = 'test/runtime/consumer-misfits.test.ts'
const headers = 'test/runtime/consumer-headers.test.ts'

/**
 * What can go wrong with parked messages and their replays.
 *
 * @type {readonly Variant[]}
 */
export const replayVariants = [
  {
    name: 'a business error writes FAILED over whatever stands there',
    patches: [
      {
        file: 'consumer/records.ts',
        find: '     on conflict do nothing\n',
        replace:
          "     on conflict (consumer_group, dedup_key) do update set status = excluded.status where excluded.status = 'FAILED'\n",
      },
    ],
    test: {
      file: parking,
      name: 'a business error that loses to a waiting duplicate in another process leaves the success alone',
    },
  },
  {
    name: 'whatever meets a parked key is its duplicate',
    patches: [
      {
        file: 'consumer/run-list.ts',
        find: "  if (!sameContent(record, item)) return { item, claimed: false, outcome: { kind: 'mismatch' } }\n  await countRepeat",
        replace: '  await countRepeat',
      },
    ],
    test: { file: parking, name: 'a correction that meets a parked key is set aside, never acknowledged away' },
  },
  {
    name: 'a replay is absorbed like any repeat',
    patches: [{ file: 'consumer/failures.ts', find: 'return named.rows[0]?.id', replace: 'return undefined' }],
    test: { file: parking, name: 'a replay as it was runs once more and resolves its row in the same transaction' },
  },
  {
    name: 'a corrected replay leaves the old fingerprint in the record',
    patches: [
      {
        file: 'consumer/records.ts',
        find: 'key_version = $3, fingerprint = $4, fingerprint_version = $5,',
        replace: 'key_version = $3, fingerprint = coalesce(fingerprint, $4), fingerprint_version = coalesce($5::text),',
      },
    ],
    test: { file: parking, name: 'a corrected replay is processed under the same key' },
  },
  {
    name: 'a replay that fails again is written off',
    patches: [
      {
        file: 'consumer/park.ts',
        find: 'await refreshFailure(scope, replayed, { ...failure, class: failureClass, item })',
        replace: 'await resolveFailure(scope, replayed)',
      },
    ],
    test: { file: parking, name: 'a replay that fails again keeps its one row visible' },
  },
  {
    name: 'the replay tool marks the row resolved before it publishes',
    patches: [
      {
        file: 'replay.ts',
        find: "set replayed_at = clock_timestamp() where id = $1 and state = 'parked'",
        replace: "set state = 'resolved' where id = $1 and state = 'parked'",
      },
    ],
    test: { file: parking, name: 'a replay tool that dies between its mark and its publish hides nothing' },
  },
  {
    name: 'a republish after used-up attempts is absorbed',
    patches: [{ file: 'consumer/failures.ts', find: 'return republished.rows[0]?.id', replace: 'return undefined' }],
    test: {
      file: outcomes,
      name: 'a fresh publication after used-up attempts runs again and resolves the parked row',
    },
  },
  {
    name: 'a replay of another key runs',
    patches: [
      {
        file: 'consumer/intake.ts',
        find: 'if (item.copy.replayId === undefined) return false',
        replace: 'return false',
      },
    ],
    test: { file: misfits, name: 'a replay whose payload has another business key does not run, and its row says so' },
  },
  {
    name: 'a replay that cannot be read hides what its message was parked for',
    patches: [
      {
        file: 'consumer/failures.ts',
        find: 'message = split_part(message, $3, 1) || $3 || $4',
        replace: "message = $3::text || $4, code = 'replay'",
      },
    ],
    test: { file: misfits, name: 'a replay whose payload does not fit the schema keeps its one row' },
  },
  {
    name: 'copies and replays lose headers whose names start with x-',
    patches: [
      {
        file: 'message/own-headers.ts',
        find: '/^x-(?:first|last)-death-/.test(name)',
        replace: "name.startsWith('x-')",
      },
    ],
    test: {
      file: headers,
      name: 'headers of the application reach every run, also those whose names start with x-',
    },
  },
  {
    name: 'poison is told apart by its body alone',
    patches: [
      {
        file: 'consumer/failures.ts',
        find: 'messageHash(parked, failure) : null',
        replace: 'bodyHash(message.content) : null',
      },
    ],
    test: {
      file: headers,
      name: 'poison with equal bodies that says something else is parked apart, and a repeat of it is not',
    },
  },
  {
    name: 'a replay that cannot be read gets a row of its own',
    patches: [
      {
        file: 'consumer/park.ts',
        find: 'const id = await noteMisfit(scope, parking.replayOf, failure)',
        replace: 'const id = undefined as string | undefined',
      },
    ],
    test: { file: misfits, name: 'a replay whose payload does not fit the schema keeps its one row' },
  },
  {
    name: 'failed runs are not logged',
    patches: [
      {
        file: 'consumer/settle.ts',
        find: 'messageId, code, run, error },',
        replace: 'messageId, code, run },',
      },
    ],
    test: {
      file: misfits,
      name: 'each failed run is logged with its error, so that a retried failure does not stay hidden',
    },
  },
  {
    name: 'a corrected poison message that fails gets a row of its own',
    patches: [
      {
        file: 'consumer/park.ts',
        find: 'if (replayed === undefined) return write(failure)',
        replace: "if (replayed !== '') return write(failure)",
      },
    ],
    test: {
      file: replays,
      name: 'a corrected poison message that fails keeps its one row, under the key that it has now',
    },
  },
  {
    name: 'a correction keeps the encoding of what it corrects',
    patches: [
      {
        file: 'replay.ts',
        find: "...(corrected ? { contentType: 'application/json', contentEncoding: 'identity' } : {}),",
        replace: '',
      },
    ],
    test: { file: replays, name: 'a correction is plain JSON, whatever charset and encoding the poison claimed' },
  },
  {
    name: 'a payload that its record excludes can be replayed',
    patches: [{ file: 'replay.ts', find: '(!corrected && row.differs === true)', replace: 'false' }],
    test: {
      file: replays,
      name: 'a parked message whose key was processed with a correction cannot be replayed as it was',
    },
  },
  {
    name: 'a replay whose COMMIT is refused is forgotten to be one',
    patches: [
      {
        file: 'consumer/run-list.ts',
        find: 'return replayOf === undefined ? result : ofReplay(result, replayOf)',
        replace: 'return result',
      },
    ],
    test: { file: replays, name: 'a replay whose COMMIT is refused comes back as the replay that it is' },
  },
  {
    name: 'two replays do not wait for each other',
    patches: [
      {
        file: 'consumer/run-list.ts',
        find: "readRecords(scope, item.decoded.keys, 'for update')",
        replace: "readRecords(scope, item.decoded.keys, 'no lock')",
      },
      { file: 'consumer/records.ts', find: " and status = 'FAILED'`,", replace: '`,' },
      {
        file: 'consumer/failures.ts',
        find: '(dedup_key is null or dedup_key = any($3::text[]))\n       for update`',
        replace: '(dedup_key is null or dedup_key = any($3::text[]))`',
      },
    ],
    test: { file: replays, name: 'a replay that is sent twice has one effect' },
  },
]
