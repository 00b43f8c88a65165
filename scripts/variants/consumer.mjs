/** @import { Variant } from './list.mjs' */

const outcomes = 'test/runtime/consumer-outcomes.test.ts'
const transaction = 'test/runtime/consumer-transaction.test.ts'
const broker = 'test/runtime/consumer-broker.test.ts'
const environment = 'test/runtime/consumer-environment.test.ts'
const processes = 'test/runtime/consumer-processes.test.ts'

/**
 * What can go wrong between a delivery and its record.
 *
 * @type {readonly Variant[]}
 */
export const consumerVariants = [
  {
    name: 'ack before commit',
    patches: [
      {
        file: 'consumer/lanes.ts',
        find: 'const outcomes = await runList(context, open)',
        replace: 'for (const item of open) item.delivery.ack()\n      const outcomes = await runList(context, open)',
      },
    ],
    test: { file: transaction, name: 'a message is acknowledged only after its effects are committed' },
  },
  {
    name: 'a swallowed SQL error is not noticed, neither in the handler nor by the COMMIT tag',
    patches: [
      { file: 'consumer/run-handler.ts', find: 'if (sqlFailure !== undefined) {', replace: 'if (false as boolean) {' },
      { file: 'consumer/run-list.ts', find: "if (tag === 'COMMIT') return", replace: "if (tag !== '') return" },
    ],
    test: {
      file: transaction,
      name: 'a swallowed SQL error is the failure of its message: COMMIT would answer ROLLBACK',
    },
  },
  {
    name: 'statements of a handler go by the simple protocol',
    patches: [
      {
        file: 'database/pg-session.ts',
        find: "const query: ExtendedQuery = { text, values: [...values], queryMode: 'extended' }",
        replace: 'const query = values.length === 0 ? { text } : { text, values: [...values] }',
      },
    ],
    test: { file: transaction, name: 'a statement that commits inside a handler is refused and undone' },
  },
  {
    name: 'a handler past its deadline keeps its transaction, which goes back to the pool',
    patches: [
      {
        file: 'consumer/run-handler.ts',
        find: '  scope.revoke()\n',
        replace: "  if (ended.kind !== 'deadline') scope.revoke()\n",
      },
      {
        file: 'consumer/run-list.ts',
        find: "if (result.kind === 'timed-out' || result.kind === 'aborted') transaction.destroy()",
        replace: "if (result.kind === 'aborted') transaction.destroy()",
      },
      {
        file: 'database/pg-transaction.ts',
        find: "if (ended) throw new Error('the transaction has ended: open another one')",
        replace: '',
      },
      {
        file: 'database/pg-session.ts',
        find: "if (returned) return Promise.reject(lossOf(new Error('it was given back')))",
        replace: '',
      },
    ],
    test: {
      file: transaction,
      name: 'a handler past its deadline can write neither into its own transaction nor into the next',
    },
  },
  {
    name: 'ack by the newest channel',
    patches: [
      {
        file: 'broker/delivery.ts',
        find: '  let isSettled = false\n',
        replace: '  let isSettled = false\n  newest = session\n',
      },
      {
        file: 'broker/delivery.ts',
        find: 'if (isSettled || !session.open) return false',
        replace: 'if (isSettled) return false',
      },
      { file: 'broker/delivery.ts', find: 'session.channel.ack(message)', replace: 'newest?.channel.ack(message)' },
      {
        file: 'broker/delivery.ts',
        find: 'export function createDelivery(',
        replace: 'let newest: ChannelSession<Channel> | undefined\nexport function createDelivery(',
      },
    ],
    test: {
      file: broker,
      name: 'an ack after the channel was reopened is dropped, and no other message is acknowledged by it',
    },
  },
  {
    name: 'a duplicate of an uncommitted message is acknowledged instead of waiting',
    patches: [
      { file: 'consumer/timeouts.ts', find: 'tuning.lockTimeoutMs ?? 5_000', replace: '5' },
      {
        file: 'consumer/run-list.ts',
        find: "kind === 'busy' ? { kind: 'busy', error }",
        replace: "kind === 'busy' ? { kind: 'duplicate' }",
      },
    ],
    test: { file: transaction, name: 'a duplicate that waits for the first runs itself when the first rolls back' },
  },
  {
    name: 'texts with NUL bytes go to the database as they are',
    patches: [
      {
        file: 'consumer/records.ts',
        find: "return Buffer.from(text.replaceAll('\\0', '\\uFFFD')).toString()",
        replace: 'return text',
      },
      { file: 'consumer/park.ts', find: "classify(error, 'park') !== 'system'", replace: 'error !== undefined' },
    ],
    test: { file: outcomes, name: 'a poison body with NUL bytes is parked and opens no breaker' },
  },
  {
    name: 'one lost connection opens the breaker',
    patches: [{ file: 'consumer/breaker.ts', find: 'const KEYS_IN_WINDOW = 3', replace: 'const KEYS_IN_WINDOW = 1' }],
    test: {
      file: transaction,
      name: 'a statement that kills its own connection is the failure of its message and opens no breaker',
    },
  },
  {
    name: 'the key header is taken for the key',
    patches: [
      {
        file: 'message/decode.ts',
        find: '  const key = businessKey(',
        replace: '  const key = textHeader(ownHeader(rawHeaders, messageHeaders.businessKey)) ?? businessKey(',
      },
    ],
    test: {
      file: outcomes,
      name: 'a missing key header does not matter, a wrong one is counted and the computed key wins',
    },
  },
  {
    name: 'fingerprints are not compared',
    patches: [
      {
        file: 'consumer/records.ts',
        find: 'return record.fingerprint.equals(item.decoded.fingerprint)',
        replace: 'return record.fingerprint.length > 0',
      },
    ],
    test: { file: outcomes, name: 'the same key with another payload is parked as a mismatch and its record stays' },
  },
  {
    name: 'the fingerprint covers volatile fields',
    patches: [
      {
        file: 'message/decode.ts',
        find: 'fingerprint(payload, descriptor.fingerprint.ignore)',
        replace: 'fingerprint(payload, [])',
      },
    ],
    test: { file: outcomes, name: 'a republish with a new timestamp is a duplicate, not a mismatch' },
  },
  ...['userId', 'expiration'].map((property) => ({
    name: `a delayed copy keeps ${property}`,
    patches: [
      {
        file: 'consumer/delayed-copy.ts',
        find: '      messageId: properties.messageId,\n',
        replace: `      messageId: properties.messageId,\n      ${property}: properties.${property},\n`,
      },
    ],
    test: {
      file: broker,
      name: 'a delayed copy drops userId, CC and expiration and keeps what belongs to the message',
    },
  })),
  {
    name: 'a delayed copy keeps CC',
    patches: [{ file: 'message/own-headers.ts', find: "  'CC',\n", replace: '' }],
    test: {
      file: broker,
      name: 'a delayed copy drops userId, CC and expiration and keeps what belongs to the message',
    },
  },
  {
    name: 'a delayed copy is not mandatory',
    patches: [{ file: 'consumer/delayed-copy.ts', find: '    mandatory: true,\n', replace: '' }],
    test: { file: broker, name: 'a delay queue that was deleted is declared again, and the message is not lost' },
  },
  {
    name: 'a closed channel is not opened again',
    patches: [
      {
        file: 'broker/subscription.ts',
        find: 'consumption = await this.#reopen()',
        replace: 'consumption = undefined',
      },
    ],
    test: { file: broker, name: 'a channel that the server closes is opened again' },
  },
  {
    name: 'the breaker never opens',
    patches: [
      {
        file: 'consumer/breaker.ts',
        find: "const verdict = opening === undefined ? await assess(error, key) : 'away'",
        replace: "const verdict = key === '' ? await assess(error, key) : 'message'",
      },
    ],
    test: {
      file: environment,
      name: 'a database that is away for ten seconds under a backlog parks nothing and makes no copies',
    },
  },
  {
    name: 'an unanswered COMMIT counts as done',
    patches: [
      {
        file: 'consumer/run-list.ts',
        find: "if (kind === 'unknown-commit') return outcomesFor(items, { kind: 'commit-unknown', error })",
        replace: "if (kind === 'unknown-commit') return outcomesFor(items, { kind: 'processed', durationMs: 0 })",
      },
      {
        file: 'consumer/settle.ts',
        find: "      context.observe({ kind: 'processed', ...labels, durationMs: outcome.durationMs })\n",
        replace:
          "      context.observe({ kind: 'processed', ...labels, durationMs: outcome.durationMs })\n      if (outcome.durationMs === 0) context.observe({ kind: 'commit-unknown', group: '', queue: '' })\n",
      },
    ],
    test: { file: transaction, name: 'a connection cut while COMMIT is under way neither loses nor doubles' },
  },
  {
    name: 'an unanswered COMMIT runs its message again without asking the record',
    patches: [
      {
        file: 'consumer/run-list.ts',
        find: '  const won = item.decoded.keys.every((key) => ours.has(key))',
        replace: '  const won = item.copy.unknownCommits > 0 || item.decoded.keys.every((key) => ours.has(key))',
      },
    ],
    test: { file: transaction, name: 'a connection cut while COMMIT is under way neither loses nor doubles' },
  },
  {
    name: 'crash loops are counted whoever ran beside',
    patches: [
      {
        file: 'consumer/attempts.ts',
        find: '(count(*) filter (where alone))::integer as alone',
        replace: 'count(*)::integer as alone',
      },
      { file: 'consumer/crash-loops.ts', find: 'and alone)', replace: ')' },
      {
        file: 'consumer/intake.ts',
        find: 'const leaveGate = await gate.enterAlone(suspicion.startsAlone)',
        replace: 'const leaveGate = await gate.enter()',
      },
      { file: 'consumer/intake.ts', find: 'if (suspicion.startsAlone > 0) await quiet()', replace: '' },
    ],
    test: {
      file: processes,
      name: 'a message that kills its process is parked, and its innocent neighbours are processed',
    },
  },
  {
    name: 'synchronous_commit stays as the role has it',
    patches: [
      {
        file: 'database/pg-transaction.ts',
        find: "select set_config('synchronous_commit', 'on', true) where",
        replace: 'select 1 where',
      },
    ],
    test: { file: transaction, name: 'commits wait for the disk where the role has synchronous_commit off' },
  },
  {
    name: 'stop does not wait for what runs',
    patches: [{ file: 'consumer/lanes.ts', find: 'while (running.size > 0) await Promise.all(running)', replace: '' }],
    test: { file: processes, name: 'SIGTERM under load: nothing that was drained runs again' },
  },
]
