/** @import { Variant } from './list.mjs' */

const thrown = 'test/runtime/consumer-thrown.test.ts'
const breaker = 'test/runtime/consumer-breaker.test.ts'
const flood = 'test/runtime/consumer-flood.test.ts'

/**
 * What handlers, databases and floods do to a consumer.
 *
 * @type {readonly Variant[]}
 */
export const faultVariants = [
  {
    name: 'what cannot be described is thrown on',
    patches: [
      {
        file: 'consumer/thrown.ts',
        find: "return { code: 'thrown-value', message: 'what was thrown cannot be read' }",
        replace: 'throw thrown',
      },
    ],
    test: { file: thrown, name: 'whatever a handler throws, its message is retried and parked' },
  },
  {
    name: 'a handler is taken for one that returns a promise',
    patches: [
      {
        file: 'start-group.ts',
        find: 'Promise.resolve(handler.call(handlers, payload, context))',
        replace: 'handler.call(handlers, payload, context).then(() => {})',
      },
    ],
    test: { file: thrown, name: 'handlers that return no promise, or throw before they return one, are handlers' },
  },
  {
    name: 'what a metric rejects with ends the process',
    patches: [{ file: 'consumer/harmless.ts', find: 'Promise.resolve(call()).catch(onError)', replace: 'call()' }],
    test: { file: thrown, name: 'metrics and logs that throw or reject decide nothing' },
  },
  {
    name: 'what a logger throws ends the message',
    patches: [{ file: 'consumer/harmless.ts', find: '    onError(error)\n', replace: '    throw error\n' }],
    test: { file: thrown, name: 'metrics and logs that throw or reject decide nothing' },
  },
  {
    name: 'a deadlock that a savepoint has undone is an undeclared error',
    patches: [
      {
        file: 'consumer/run-handler.ts',
        find: 'if (state !== undefined && isDeadlock(state))',
        replace: "if (state === '')",
      },
    ],
    test: {
      file: thrown,
      name: 'a deadlock in a savepoint is tried again at once, whatever undeclared errors count as',
    },
  },
  {
    name: 'a full disk may be a business error',
    patches: [{ file: 'consumer/run-handler.ts', find: '/^(?:08|42|53|57|58)/', replace: '/^42/' }],
    test: {
      file: thrown,
      name: 'a full disk is never a business error, and an application code that looks like an SQLSTATE is none',
    },
  },
  {
    name: 'an application code is taken for an SQLSTATE',
    patches: [{ file: 'consumer/thrown.ts', find: "if ('severity' in current)", replace: "if ('code' in current)" }],
    test: {
      file: thrown,
      name: 'a full disk is never a business error, and an application code that looks like an SQLSTATE is none',
    },
  },
  {
    name: 'a statement that a savepoint has undone still fails the handler',
    patches: [
      {
        file: 'database/transaction-scope.ts',
        find: '    const frame: Frame = {}\n',
        replace: '    const frame: Frame = parent\n',
      },
    ],
    test: {
      file: thrown,
      name: 'an error thrown from a savepoint undoes its statements and is judged by its own class',
    },
  },
  {
    name: 'a copy is sent whatever its headers',
    patches: [
      {
        file: 'consumer/delayed-copy.ts',
        find: 'if (faultOf(whole) === undefined)',
        replace: "if (faultOf(whole) !== '')",
      },
    ],
    test: {
      file: thrown,
      name: 'a message whose headers leave no room for those of a copy is parked instead of circling in its lane',
    },
  },
  {
    name: 'a handler that waits for a silent database is slow',
    patches: [
      {
        file: 'consumer/run-list.ts',
        find: "return unanswered ? { kind: 'environment', error: failed.error, instead: failed } : failed",
        replace: 'return unanswered ? failed : failed',
      },
    ],
    test: {
      file: breaker,
      name: 'a database that falls silent while handlers wait for it is away, not slow handlers',
    },
  },
  {
    name: 'slow statements count like lost connections',
    patches: [
      {
        file: 'consumer/settle.ts',
        find: 'instead === undefined ? faultKey(item) : undefined',
        replace: 'faultKey(item)',
      },
    ],
    test: { file: breaker, name: 'slow statements of many messages are their own failures and open no breaker' },
  },
  {
    name: 'the first lost connections of an outage are judged by themselves',
    patches: [{ file: 'consumer/breaker.ts', find: 'const SAME_MOMENT_MS = 250', replace: 'const SAME_MOMENT_MS = 0' }],
    test: {
      file: breaker,
      name: 'sessions that all end in one moment count for no message, though the server is there again at once',
    },
  },
  {
    name: 'what cannot be parked for an outage is copied',
    patches: [
      {
        file: 'consumer/end-delivery.ts',
        find: "      if (atFault === 'environment') return handBack(context, arrival)\n",
        replace: '',
      },
    ],
    test: {
      file: breaker,
      name: 'what is lost with its connection in every state is handed back, and comes to its end afterwards',
    },
  },
  {
    name: 'a dead letter may be copied',
    patches: [
      {
        file: 'consumer/end-delivery.ts',
        find: '  if (arrival.isDead) return handBackLater(context, arrival)\n',
        replace: '',
      },
    ],
    test: { file: breaker, name: 'a dead letter that cannot be parked yet is not brought back to life' },
  },
  {
    name: 'any probe answers for any other',
    patches: [
      {
        file: 'consumer/breaker.ts',
        find: 'const known = probing.get(kind)',
        replace: 'const [known] = probing.values()',
      },
    ],
    test: { file: breaker, name: 'a read-only server is not found well by the probe of another fault' },
  },
  {
    name: 'bookkeeping waits in the pool',
    patches: [{ file: 'consumer/bookkeeping.ts', find: '    if (taken) await turn()\n', replace: '' }],
    test: { file: flood, name: 'a flood of poison is parked, and opens no breaker' },
  },
  {
    name: 'each start of a redelivered message is a transaction of its own',
    patches: [
      { file: 'consumer/bookkeeping.ts', find: '    if (taken) await turn()\n', replace: '' },
      { file: 'consumer/gather.ts', find: 'if (!running) void work()', replace: 'void work()' },
      { file: 'consumer/gather.ts', find: 'const MOST_AT_ONCE = 500', replace: 'const MOST_AT_ONCE = 1' },
    ],
    test: {
      file: flood,
      name: 'some thousand messages that come again after a crash are taken in together and open no breaker',
    },
  },
  {
    name: 'a failure row keeps no body',
    patches: [{ file: 'consumer/failures.ts', find: 'failure.reduced ? null : message.content', replace: 'null' }],
    test: { file: flood, name: 'a body of five megabytes is a body, and its failure is kept whole' },
  },
]
