/** @import { Variant } from './list.mjs' */

const bindings = 'test/e2e/bindings.test.ts'
const parameters = 'test/e2e/parameters.test.ts'
const replies = 'test/e2e/request-reply.test.ts'

const sameParameters =
  'a handler is told the parameters of the routing key, the same on the first run, a retry and a replay'
const sameReply = 'a handler is told where the reply goes and what it answers, the same on a retry and on a replay'

/**
 * What can go wrong with what the AMQP bindings, parameters and replies of a document ask for.
 *
 * @type {readonly Variant[]}
 */
export const bindingVariants = [
  {
    name: 'parameters are read of the routing key of the copy',
    patches: [
      {
        file: 'message/decode.ts',
        find: 'readCopyContext(message, queue).routingKey',
        replace: 'message.fields.routingKey',
      },
    ],
    test: { file: parameters, name: sameParameters },
  },
  {
    name: 'a handler gets parameters with values that the document does not list',
    patches: [
      {
        file: 'message/decode.ts',
        find: 'requireAllowed(name, text, own(descriptor.parameterSettings, name)?.values)',
        replace: 'void requireAllowed',
      },
    ],
    test: { file: parameters, name: 'a second binding with a pattern of its own says the parameters that it has' },
  },
  {
    name: 'a parameter may contradict the payload',
    patches: [
      { file: 'message/fill-parameters.ts', find: 'located !== undefined && located !== text', replace: 'false' },
    ],
    test: {
      file: parameters,
      name: 'publish takes a parameter from the payload or its default, and refuses what does not fit',
    },
  },
  {
    name: 'a copy forgets where the reply goes',
    patches: [{ file: 'consumer/delayed-copy.ts', find: '      replyTo: properties.replyTo,\n', replace: '' }],
    test: { file: replies, name: sameReply },
  },
  {
    name: 'a replay forgets where its reply goes',
    patches: [
      { file: 'replay.ts', find: 'const { userId, expiration,', replace: 'const { replyTo, userId, expiration,' },
    ],
    test: { file: replies, name: sameReply },
  },
  {
    name: 'a reply goes to nobody',
    patches: [
      { file: 'message/compose-message.ts', find: "channel.isReply === true ? (replies.replyTo ?? '') :", replace: '' },
    ],
    test: {
      file: replies,
      name: 'a request is answered through the queue that it names, and the reply is processed once',
    },
  },
  {
    name: 'a declared header is wanted of publishers that set the property alone',
    patches: [
      { file: 'message/reply-properties.ts', find: 'absent.length === 0 ? headers', replace: 'true ? headers' },
    ],
    test: {
      file: replies,
      name: 'a request of a publisher that knows AMQP alone has its header from the property',
    },
  },
  {
    name: 'publishers declare exchanges that they are only to look for',
    patches: [
      {
        file: 'publish.ts',
        find: "if (mode !== 'assert' || !Object.hasOwn(exchanges, name)) {",
        replace: 'if (!Object.hasOwn(exchanges, name)) {',
      },
    ],
    test: {
      file: bindings,
      name: 'under check publishers and groups want the exchange and the queues to stand, and declare nothing',
    },
  },
  {
    name: 'publishers look for exchanges that they are to leave alone',
    patches: [
      {
        file: 'publish.ts',
        find: "if (mode === 'check') await declareExchanges({ withChannel, mode,",
        replace: "await declareExchanges({ withChannel, mode: 'check',",
      },
    ],
    test: { file: bindings, name: 'under skip publishers and groups neither look nor declare' },
  },
  {
    name: 'bindings forget what they match',
    patches: [
      { file: 'broker/topology.ts', find: 'binding.routingKey, binding.arguments)', replace: 'binding.routingKey)' },
    ],
    test: {
      file: bindings,
      name: 'a publisher to a headers exchange sends the headers, and bindings match them by value, all or any',
    },
  },
]
