/** @import { Variant } from './list.mjs' */

const connect = 'test/runtime/broker-connect.test.ts'
const sender = 'test/runtime/sender.test.ts'
const blocked = 'test/runtime/sender-blocked.test.ts'
const subscription = 'test/runtime/subscription.test.ts'
const topology = 'test/runtime/topology.test.ts'
const publish = 'test/runtime/publish.test.ts'

/**
 * What can go wrong between a service and RabbitMQ.
 *
 * @type {readonly Variant[]}
 */
export const brokerVariants = [
  {
    name: 'the password is in the message',
    patches: [{ file: 'broker/link-address.ts', find: '`AMQP url is not a URL: ', replace: '`${text} is not a URL: ' }],
    test: { file: connect, name: "the address { url: 'amqp://user:hush#hush@host' } is refused with what to do" },
  },
  {
    name: 'a refused login is tried again until the timeout',
    patches: [{ file: 'broker/link.ts', find: 'if (isRefusal(error) || performance', replace: 'if (performance' }],
    test: { file: connect, name: 'a refused login is told at once, without the password' },
  },
  {
    name: 'amqplib reads the login from the URL',
    patches: [
      { file: 'broker/link.ts', find: 'credentials: address.credentials,', replace: '' },
      { file: 'broker/link-address.ts', find: "  url.username = ''\n  url.password = ''\n", replace: '' },
    ],
    test: { file: connect, name: 'user and password of any letters reach the server as they are' },
  },
  {
    name: 'the first failure to connect ends the start',
    patches: [
      { file: 'broker/link.ts', find: 'if (isRefusal(error) || performance', replace: 'if (true || performance' },
    ],
    test: { file: connect, name: 'a server that comes up within the connect timeout is waited for' },
  },
  {
    name: 'a silent server is waited for',
    patches: [{ file: 'broker/link.ts', find: '() => socket.abort(silent)', replace: '() => {}' }],
    test: { file: connect, name: 'a server that accepts and says nothing is given up at the connect timeout' },
  },
  {
    name: 'one address is tried only',
    patches: [
      { file: 'broker/link.ts', find: 'i < addresses.length', replace: 'i < 1' },
      { file: 'broker/link.ts', find: 'this.#nextAddress += 1', replace: '' },
    ],
    test: { file: connect, name: 'of several addresses the first that answers is used' },
  },
  {
    name: 'no heartbeat is asked for',
    patches: [
      {
        file: 'broker/link-address.ts',
        find: 'const DEFAULT_HEARTBEAT_S = 10',
        replace: 'const DEFAULT_HEARTBEAT_S = 0',
      },
    ],
    test: { file: connect, name: 'the connections carry the heartbeat, the name and the revision' },
  },
  {
    name: 'a lost connection is not made again',
    patches: [
      {
        file: 'broker/link.ts',
        find: 'const connected = await this.#reconnect()',
        replace: 'const connected = undefined as Connected | undefined',
      },
    ],
    test: { file: connect, name: 'a broker that falls silent is noticed by the heartbeat and connected to again' },
  },
  {
    name: 'the socket of a silent broker is left open',
    patches: [
      { file: 'broker/link.ts', find: '    connected.socket.abort()\n    await connected.lost\n', replace: '' },
    ],
    test: { file: connect, name: 'close destroys the sockets of a broker that does not answer' },
  },
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
  {
    name: 'one connection for consuming and publishing',
    patches: [
      {
        file: 'broker.ts',
        find: "createBroker(consuming, await openNamed(options, 'publishing'), options",
        replace: 'createBroker(consuming, consuming, options',
      },
      {
        file: 'broker.ts',
        find: "await openNamed(options, 'consuming')",
        replace: "await openNamed(options, 'publishing')",
      },
    ],
    test: { file: blocked, name: 'a blocked publisher does not hold up acks' },
  },
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
    test: { file: subscription, name: 'an ack after the channel was reopened acknowledges no other message' },
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
    test: { file: subscription, name: 'a queue deleted under its consumer is declared again and consumed from' },
  },
  {
    name: 'a closed channel is not opened again',
    patches: [{ file: 'broker/subscription.ts', find: 'consumption = await this.#reopen()', replace: 'return' }],
    test: { file: subscription, name: 'a channel closed by the server is opened again, and its deliveries come back' },
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
    test: { file: subscription, name: 'a pause outlasts the loss of the connection' },
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
    test: { file: subscription, name: 'a declaration that fails later is tried again until it works' },
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
  {
    name: 'no delivery limit is set',
    patches: [
      {
        file: 'broker/topology.ts',
        find: "{ 'x-queue-type': 'quorum', 'x-delivery-limit': deliveryLimit }",
        replace: "{ 'x-queue-type': 'quorum', 'x-delivery-limit': Math.min(deliveryLimit, 20) }",
      },
    ],
    test: {
      file: topology,
      name: 'with the default limit a message survives more returns than any default of the broker allows',
    },
  },
  {
    name: 'dead letters leave at most once',
    patches: [{ file: 'broker/topology.ts', find: "'x-dead-letter-strategy': 'at-least-once',", replace: '' }],
    test: { file: topology, name: 'dead letters of <queue>.retry.100 leave it at least once' },
  },
  {
    name: 'check declares',
    patches: [
      {
        file: 'broker/topology.ts',
        find: "queue.topology.queue === 'check'",
        replace: "queue.topology.queue === 'skip'",
      },
    ],
    test: { file: topology, name: "checked, 'a delay queue' must exist and nothing is declared" },
  },
  {
    name: 'the object itself is validated, not what is sent',
    patches: [
      {
        file: 'message/compose-message.ts',
        find: 'validator.check(message.payload, value)',
        replace: 'validator.check(message.payload, payload)',
      },
    ],
    test: { file: publish, name: 'what is validated is what is sent: the JSON form, not the object' },
  },
  {
    name: 'the window lets everything in',
    patches: [{ file: 'broker/window.ts', find: 'if (free > 0) {', replace: 'if (free > -1e9) {' }],
    test: { file: publish, name: 'no more than the window is unconfirmed at a time; the others wait in their order' },
  },
  {
    name: 'the confirm timeout starts in the window',
    patches: [{ file: 'broker/sender.ts', find: 'await window.enter(patience)', replace: 'await window.enter({})' }],
    test: { file: publish, name: 'the confirm timeout counts from the call, also for what waits for the window' },
  },
  {
    name: 'headers of ours are checked although the spec does not declare them',
    patches: [{ file: 'message/compose-message.ts', find: '...pick(ours, declared)', replace: '...ours' }],
    test: { file: publish, name: 'headers that the spec declares are checked and sent, ours beside them' },
  },
  {
    name: 'a user that may not declare an exchange cannot publish',
    patches: [{ file: 'publish.ts', find: 'if (!isForbidden(error)) throw error', replace: 'throw error' }],
    test: { file: publish, name: 'a user that may not declare the exchange can publish to it as it stands' },
  },
]
