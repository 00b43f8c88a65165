/** @import { Variant } from './list.mjs' */

const subscription = 'test/runtime/subscription.test.ts'
const recovery = 'test/runtime/subscription-recovery.test.ts'

/**
 * What can go wrong between a queue and the deliveries of its consumer.
 *
 * @type {readonly Variant[]}
 */
export const subscriptionVariants = [
  {
    name: 'a delivery can be settled twice',
    patches: [
      {
        file: 'broker/delivery.ts',
        find: 'if (isSettled || !session.open) return false',
        replace: 'if (!session.open) return false',
      },
    ],
    test: { file: subscription, name: 'a delivery is settled once; what is acknowledged does not come again' },
  },
  {
    name: 'an ack goes to the channel that is open now',
    patches: [
      {
        file: 'broker/delivery.ts',
        find: 'export function createDelivery(',
        replace: 'let newest: ChannelSession<Channel>\nexport function createDelivery(',
      },
      {
        file: 'broker/delivery.ts',
        find: '  let isSettled = false\n',
        replace: '  let isSettled = false\n  newest = session\n',
      },
      {
        file: 'broker/delivery.ts',
        find: 'if (isSettled || !session.open) return false',
        replace: 'if (isSettled || !newest.open) return false',
      },
      { file: 'broker/delivery.ts', find: 'session.channel.ack(message)', replace: 'newest.channel.ack(message)' },
    ],
    test: { file: recovery, name: 'an ack after the channel was reopened acknowledges no other message' },
  },
  {
    name: 'the channel is closed without a look at its acks',
    patches: [
      {
        file: 'broker/consumption.ts',
        find: 'if (this.#session.open) await endsWithin(this.#flush(), deadlineMs)',
        replace: '',
      },
    ],
    test: { file: subscription, name: 'close flushes the acks written while consuming, however many' },
  },
  {
    name: 'acks written after a pause are not waited for',
    patches: [
      {
        file: 'broker/consumption.ts',
        find: 'restMs > 0) await pauseFor(restMs)',
        replace: 'restMs > 1e9) await pauseFor(restMs)',
      },
    ],
    test: { file: subscription, name: 'close flushes the acks written after a pause, however many' },
  },
  {
    name: 'a cancel by the server is not heeded',
    patches: [
      {
        file: 'broker/consumption.ts',
        find: '    if (message === null) {\n',
        replace: '    if (message === null) return\n    if (message === null) {\n',
      },
    ],
    test: { file: recovery, name: 'a queue deleted under its consumer is declared again and consumed from' },
  },
  {
    name: 'a subscription does not open its closed channel again',
    patches: [{ file: 'broker/subscription.ts', find: 'consumption = await this.#reopen()', replace: 'return' }],
    test: { file: recovery, name: 'a channel closed by the server is opened again, and its deliveries come back' },
  },
  {
    name: 'a pause is forgotten when the channel is opened again',
    patches: [
      {
        file: 'broker/subscription.ts',
        find: '      await session.channel.prefetch',
        replace: '      this.#isPaused = false\n      await session.channel.prefetch',
      },
    ],
    test: { file: recovery, name: 'a pause outlasts the loss of the connection' },
  },
  {
    name: 'pause and resume overtake each other',
    patches: [
      {
        file: 'broker/subscription.ts',
        find: 'const turn = this.#lastStep.then(step)',
        replace: 'const turn = step()',
      },
    ],
    test: { file: subscription, name: 'pause and resume called without waiting end in the last wish' },
  },
  {
    name: 'errors of callbacks are let through',
    patches: [
      { file: 'broker/subscription.ts', find: 'Promise.resolve(callback()).catch(fail)', replace: 'callback()' },
    ],
    test: {
      file: subscription,
      name: 'a callback that throws or rejects harms neither the connection nor the process',
    },
  },
  {
    name: 'a declaration that fails later ends the subscription',
    patches: [
      {
        file: 'broker/subscription.ts',
        find: "if (!this.#closed.signal.aborted) this.#warn(error, 'consuming cannot go on yet')",
        replace: 'return undefined',
      },
    ],
    test: { file: recovery, name: 'a declaration that fails later is tried again until it works' },
  },
  {
    name: 'a declaration that fails at the start is tried again',
    patches: [
      {
        file: 'broker/subscription.ts',
        find: 'if (!connectionWasLost || this.#link.closed) throw',
        replace: 'if (this.#link.closed) throw',
      },
    ],
    test: { file: subscription, name: 'a queue that does not exist rejects at the start' },
  },
]
