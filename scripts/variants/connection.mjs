/** @import { Variant } from './list.mjs' */

const connect = 'test/runtime/broker-connect.test.ts'
const blocked = 'test/runtime/sender-blocked.test.ts'

/**
 * What can go wrong with the connections to RabbitMQ.
 *
 * @type {readonly Variant[]}
 */
export const connectionVariants = [
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
]
