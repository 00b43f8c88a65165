/** @import { Variant } from './list.mjs' */

const stop = 'test/runtime/consumer-stop.test.ts'
const crashLoop = 'test/runtime/consumer-crash-loop.test.ts'
const parts = 'test/runtime/consumer-parts.test.ts'
const queues = 'test/runtime/consumer-queues.test.ts'
const settings = 'test/runtime/consumer-settings.test.ts'

/**
 * What can go wrong when a consumer starts, pauses, stops, or has died before.
 *
 * @type {readonly Variant[]}
 */
export const lifecycleVariants = [
  {
    name: 'what is aborted is acknowledged',
    patches: [
      {
        file: 'consumer/settle.ts',
        find: "    case 'aborted':\n      return handBack(context, item)",
        replace: "    case 'aborted':\n      return acknowledge(context, item)",
      },
    ],
    test: { file: stop, name: "stop ends when 'a handler does not look at its signal', and nothing is lost" },
  },
  {
    name: 'stop waits for a cancel that is never answered',
    patches: [
      {
        file: 'consumer/stop.ts',
        find: 'await endsWithin(drain(), deadlineMs + AFTER_ABORT_MS)',
        replace: 'await drain()',
      },
      { file: 'consumer/stop.ts', find: 'const CANCEL_MS = 5_000', replace: 'const CANCEL_MS = 60_000' },
    ],
    test: { file: stop, name: "stop ends when 'the broker does not answer', and nothing is lost" },
  },
  {
    name: 'stop waits for an archive',
    patches: [
      {
        file: 'consumer/stop.ts',
        find: 'endsWithin(parts.cleanup.stop(), CLOSE_MS)',
        replace: 'parts.cleanup.stop()',
      },
    ],
    test: { file: stop, name: "stop ends when 'an archive never ends', and nothing is lost" },
  },
  {
    name: 'a handler is started whenever its claim comes through',
    patches: [
      {
        file: 'consumer/run-handler.ts',
        find: "  if (run.stopping.aborted) return { kind: 'aborted' }\n",
        replace: '',
      },
    ],
    test: { file: stop, name: 'a handler whose claim comes through after the end is not started' },
  },
  {
    name: 'a suspect runs though the consumer stops',
    patches: [
      {
        file: 'consumer/intake.ts',
        find: '      if (!options.accepting()) return await handBack(context, arrival)\n',
        replace: '',
      },
      {
        file: 'consumer/run-handler.ts',
        find: "  if (run.stopping.aborted) return { kind: 'aborted' }\n",
        replace: '',
      },
    ],
    test: {
      file: stop,
      name: 'a suspect that waits for its turn alone goes back when the consumer stops, and is no more suspect for it',
    },
  },
  {
    name: 'the listener for SIGTERM stays',
    patches: [{ file: 'start-group.ts', find: "process.off('SIGTERM', onSigterm)", replace: 'undefined' }],
    test: { file: stop, name: 'a consumer that listened for SIGTERM leaves no listener behind' },
  },
  {
    name: 'a crash loop on probation goes back at once',
    patches: [
      {
        file: 'consumer/probation.ts',
        find: '      await pauseConsuming()\n    },',
        replace: '      if (pauseMs === FIRST_PAUSE_MS) await pauseConsuming()\n    },',
      },
    ],
    test: {
      file: crashLoop,
      name: 'after three crash loops in a row the consumer pauses, without a hot loop, until something is processed',
    },
  },
  {
    name: 'a crash loop that is parked counts as a message that has finished',
    patches: [
      { file: 'consumer/crash-loops.ts', find: "and looped.class = 'crash-loop'", replace: "and looped.class = ''" },
    ],
    test: {
      file: crashLoop,
      name: 'after three crash loops in a row the consumer pauses, without a hot loop, until something is processed',
    },
  },
  {
    name: 'a replay that is processed does not count as finished',
    patches: [{ file: 'consumer/crash-loops.ts', find: 'record.updated_at > ', replace: 'record.created_at > ' }],
    test: { file: crashLoop, name: 'a replay of a crash loop that is processed ends the pause' },
  },
  {
    name: 'a lone killer is parked though nothing else has finished',
    patches: [
      {
        file: 'consumer/intake.ts',
        find: 'return context.attempts.othersFinished(arrival.delivery.message.content)',
        replace: 'return true',
      },
    ],
    test: {
      file: crashLoop,
      name: 'a lone killer is not parked while nothing else shows that the service is well, and is decoded when it is',
    },
  },
  {
    name: 'a killer is decoded for ever',
    patches: [{ file: 'consumer/intake.ts', find: 'const PARKING_DEATHS = 2', replace: 'const PARKING_DEATHS = 200' }],
    test: { file: crashLoop, name: 'a body that kills at decoding is parked as it is' },
  },
  {
    name: 'a replay inherits the deaths of before',
    patches: [
      {
        file: 'replay.ts',
        find: 'and attempt.body_hash = failure.body_hash and attempt.finished_at is null',
        replace: 'and false',
      },
    ],
    test: { file: crashLoop, name: 'a replay starts with a clean slate: the deaths of before do not count against it' },
  },
  {
    name: 'an end that could not be written is forgotten',
    patches: [
      {
        file: 'consumer/attempt-ends.ts',
        find: '      owe(hashes, end)\n',
        replace: '',
      },
    ],
    test: {
      file: crashLoop,
      name: 'an end that could not be written down is written later, and does not look like a crash',
    },
  },
  {
    name: 'a start that may have been written is forgotten',
    patches: [{ file: 'consumer/attempts.ts', find: '      ends.owe(hashes)\n', replace: '' }],
    test: { file: crashLoop, name: 'a start whose COMMIT is not answered is taken back' },
  },
  {
    name: 'a queue subscribed while consuming is suspended delivers',
    patches: [{ file: 'consumer/queue-consumer.ts', find: '    if (!accepting()) await apply()\n', replace: '' }],
    test: { file: parts, name: 'a queue that is subscribed while consuming is suspended does not deliver' },
  },
  {
    name: 'what arrives during a suspension goes back at once',
    patches: [
      {
        file: 'consumer/queue-consumer.ts',
        find: 'if (accepting()) intake.add(delivery)\n        else refused.push(delivery)',
        replace: 'if (accepting()) intake.add(delivery)\n        else delivery.handBack()',
      },
    ],
    test: {
      file: parts,
      name: 'what arrives while a suspension is on its way goes back only when no more can come',
    },
  },
  {
    name: 'calls are not gathered',
    patches: [{ file: 'consumer/gather.ts', find: 'const MOST_AT_ONCE = 500', replace: 'const MOST_AT_ONCE = 1' }],
    test: { file: parts, name: 'calls that come while one is under way go together into the next' },
  },
  {
    name: 'bookkeeping waits for a database that is away, one after the other',
    patches: [
      {
        file: 'consumer/bookkeeping.ts',
        find: 'if (isUnreachable(error)) for',
        replace: 'if (isUnreachable(null)) for',
      },
    ],
    test: {
      file: parts,
      name: 'bookkeeping takes turns, whoever asks, and fails together when the database cannot be reached',
    },
  },
  {
    name: 'each queue has its own flights',
    patches: [
      {
        file: 'consumer/queue-consumer.ts',
        find: '{ ...shared, queue, ',
        replace: '{ ...shared, flights: createFlights(), queue, ',
      },
      {
        file: 'consumer/queue-consumer.ts',
        find: "import { createLanes, type Lanes } from './lanes.js'",
        replace: "import { createLanes, type Lanes } from './lanes.js'\nimport { createFlights } from './flights.js'",
      },
    ],
    test: {
      file: queues,
      name: 'one key in two queues of a group is handled once, and the second waits without a connection',
    },
  },
  {
    name: 'groups share their records',
    patches: [
      {
        file: 'consumer/run-list.ts',
        find: 'schema: context.database.schema, group: context.group.group }',
        replace: "schema: context.database.schema, group: 'one' }",
      },
    ],
    test: { file: queues, name: 'two groups in one process each process the event, and one key of theirs is two' },
  },
  {
    name: 'each group has the pool for itself',
    patches: [
      { file: 'start-group.ts', find: 'const others = lanesInUse.get(database) ?? 0', replace: 'const others = 0' },
    ],
    test: {
      file: queues,
      name: 'a pool that is too small for all groups that share it is refused, until one of them has stopped',
    },
  },
  {
    name: 'a round of the cleanup looks at records alone',
    patches: [
      {
        file: 'consumer/cleanup.ts',
        find: 'return Math.max(expired.rows.length, failures.rowCount, attempts.rowCount)',
        replace: 'return expired.rows.length',
      },
    ],
    test: { file: settings, name: 'a round goes on while any of its tables holds more than a batch' },
  },
  {
    name: 'an archive may take for ever',
    patches: [
      {
        file: 'consumer/cleanup.ts',
        find: 'archive: bounded(archive, budgetMs)',
        replace: 'archive',
      },
    ],
    test: { file: settings, name: 'an archive that does not end is given up, and its records are offered again' },
  },
  {
    name: 'settings are taken as they are',
    patches: [
      {
        file: 'consumer/timeouts.ts',
        find: 'if (value > 0) return whole(name, value)',
        replace: 'if (value !== -1) return value',
      },
    ],
    test: { file: settings, name: 'settings that no server and no timer takes are refused at the start' },
  },
  {
    name: 'a deadline without end is a timer of one millisecond',
    patches: [
      {
        file: 'consumer/stop.ts',
        find: 'run(Math.min(Math.max(deadlineMs, 0), LONGEST_TIMER_MS - AFTER_ABORT_MS))',
        replace: 'run(deadlineMs)',
      },
    ],
    test: { file: settings, name: 'a stop without a deadline waits for the handler' },
  },
]
