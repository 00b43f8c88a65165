/** @import { Variant } from './list.mjs' */

const sender = 'test/runtime/sender.test.ts'
const blocked = 'test/runtime/sender-blocked.test.ts'

/**
 * What can go wrong between a message that is sent and its confirm.
 *
 * @type {readonly Variant[]}
 */
export const senderVariants = [
  {
    name: 'returns are matched by the messageId',
    patches: [
      {
        file: 'broker/confirm-session.ts',
        find: 'String(properties.headers?.[publishNonceHeader])',
        replace: 'String(properties.messageId)',
      },
      {
        file: 'broker/confirm-session.ts',
        find: 'this.#returned.delete(message.nonce)',
        replace: 'this.#returned.delete(String(message.message.properties.messageId))',
      },
    ],
    test: {
      file: sender,
      name: 'of messages with one messageId, sent at once, exactly the unroutable ones are rejected',
    },
  },
  {
    name: 'returns are not heeded',
    patches: [{ file: 'broker/confirm-session.ts', find: "channel.on('return'", replace: "channel.on('returned'" }],
    test: { file: sender, name: 'a message for which there is no queue is rejected as unroutable' },
  },
  {
    name: 'a closed channel refuses everything that was unconfirmed on it',
    patches: [
      {
        file: 'broker/suspicion.ts',
        find: 'if (messages.length > 1 || hasForgotten) return []',
        replace: 'if (messages.length > 0) return messages',
      },
    ],
    test: { file: sender, name: 'a missing exchange refuses its own messages, and the others arrive in their order' },
  },
  {
    name: 'nothing is ever refused for a closed channel',
    patches: [
      {
        file: 'broker/suspicion.ts',
        find: 'if (code === undefined || code === FORCED',
        replace: 'if (code !== -1 || code === FORCED',
      },
    ],
    test: {
      file: sender,
      name: 'a message that the broker objects to for itself alone is refused, and the others arrive',
    },
  },
  {
    name: 'a nack counts as a confirm',
    patches: [
      {
        file: 'broker/confirm-session.ts',
        find: 'message.settle(nacked(message.message))',
        replace: 'message.settle()',
      },
    ],
    test: { file: sender, name: 'a full queue that refuses publishes makes the message refused' },
  },
  {
    name: 'what was unconfirmed is sent again last',
    patches: [
      {
        file: 'broker/sender.ts',
        find: 'this.#waiting = new Map(this.#unsettled)',
        replace: 'this.#waiting = new Map([...this.#waiting, ...this.#unsettled])',
      },
    ],
    test: { file: blocked, name: 'what was written before the broker blocked is sent again before what waited' },
  },
  {
    name: 'what was unconfirmed is not sent again',
    patches: [{ file: 'broker/sender.ts', find: 'this.#waiting = new Map(this.#unsettled)', replace: '' }],
    test: { file: sender, name: 'what was unconfirmed when the connection broke is sent again first and in order' },
  },
  {
    name: 'a message that is sent again gets another nonce',
    patches: [
      {
        file: 'broker/confirm-session.ts',
        find: 'publish(exchange, routingKey, content, properties)',
        replace:
          'publish(exchange, routingKey, content, { ...properties, headers: { ...properties.headers, publishNonce: String(Math.random()) } })',
      },
    ],
    test: { file: sender, name: 'a message cut off before its confirm is sent again with the same id and nonce' },
  },
  {
    name: 'a message stays on the list after its timeout',
    patches: [{ file: 'broker/sender.ts', find: 'this.#unsettled.delete(message.nonce)', replace: '' }],
    test: { file: sender, name: 'a message that waits too long for its confirm is off the list and not sent again' },
  },
  {
    name: 'names and headers are not checked before they are sent',
    patches: [{ file: 'broker/sender.ts', find: '    requireSendable(stamped)\n', replace: '' }],
    test: { file: sender, name: "'large headers' is refused before anything is sent, and the channel stays" },
  },
  {
    name: 'closing a sender waits for nothing',
    patches: [
      { file: 'broker/sender.ts', find: 'if (this.#inProgress > 0) await endsWithin(idle, deadlineMs)', replace: '' },
    ],
    test: { file: sender, name: 'close waits for what is unconfirmed' },
  },
  {
    name: 'closing a sender waits for ever',
    patches: [{ file: 'broker/sender.ts', find: 'await endsWithin(idle, deadlineMs)', replace: 'await idle' }],
    test: { file: sender, name: 'close gives up at its deadline and says that the outcome is unknown' },
  },
  {
    name: 'a blocked broker is written to',
    patches: [{ file: 'broker/sender.ts', find: '|| this.#link.blocked ||', replace: '||' }],
    test: { file: blocked, name: 'a broker that takes no messages gets none, and all of them once it does' },
  },
  {
    name: 'what publish answers is not heeded',
    patches: [
      {
        file: 'broker/confirm-session.ts',
        find: 'this.#isFull = !this.#session.channel.publish',
        replace: 'this.#session.channel.publish',
      },
    ],
    test: { file: blocked, name: 'a broker that stops reading is not written to without limit' },
  },
  {
    name: 'a drain is not heeded',
    patches: [{ file: 'broker/confirm-session.ts', find: "channel.on('drain'", replace: "channel.on('drained'" }],
    test: { file: blocked, name: 'messages go on after the buffers have drained' },
  },
]
