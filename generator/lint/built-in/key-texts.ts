import type { RuleText } from '../rule.js'

/** What the build says of business keys and messages. */
export const keyTexts: readonly RuleText[] = [
  {
    name: 'key-missing',
    topic: 'key',
    severity: 'error',
    summary: 'nothing says which fields name the business event',
    why: 'Without a key there is nothing to recognise a duplicate by.',
    wrong: 'x-idempotency: { consumerGroup: billing }',
    right: 'x-idempotency: { consumerGroup: billing, businessKey: [orderId] }',
  },
  {
    name: 'field-unknown',
    topic: 'key',
    severity: 'error',
    summary: 'a field is not in the schema of the message',
    why: 'The key would be empty for every message, and each would be parked.',
    wrong: 'businessKey: [ordreId]',
    right: 'businessKey: [orderId]',
  },
  {
    name: 'key-doubles-field',
    topic: 'key',
    severity: 'warning',
    summary: 'a business key has the same field twice',
    why: `The second time adds nothing: most likely another field was meant. Without that one the key names more
than one event, and the second of them is dropped as a duplicate.`,
    wrong: 'businessKey: [orderId, orderId]',
    right: 'businessKey: [orderId, transactionId]',
  },
  {
    name: 'key-field-optional',
    topic: 'key',
    severity: 'error',
    summary: 'a field of the key may be missing',
    why: `A message without it has no key and is parked. If it counted as empty, all such events would be
duplicates of each other.`,
    wrong: 'required: []',
    right: 'required: [orderId]',
  },
  {
    name: 'key-field-type',
    topic: 'key',
    severity: 'error',
    summary: 'a field of the key cannot be written as a text in one way only',
    why: `Fractions are rounded, and objects, lists and null have no single text: two senders would write the
same value differently, and the duplicate gets through.`,
    wrong: 'businessKey: [amount]    # type: number',
    right: 'businessKey: [orderId]',
  },
  {
    name: 'message-unknown',
    topic: 'key',
    severity: 'error',
    summary: '"messages" names a message that the channel does not have',
    why: 'What is said of it has no effect.',
    wrong: 'messages: { OrderPayed: { eventType: PAID } }',
    right: 'messages: { OrderPaid: { eventType: PAID } }',
  },
  {
    name: 'message-conflict',
    topic: 'key',
    severity: 'error',
    summary: 'two places say different things of one message',
    why: 'Which of them holds would depend on the order of the document.',
    wrong: 'channels: two with other keys of one message',
    right: 'messages: { OrderPaid: { businessKey: [orderId] } }',
  },
  {
    name: 'publisher-conflict',
    topic: 'key',
    severity: 'error',
    summary: 'two operations send one message in different ways',
    why: 'There is one publisher for a message and a channel, and it can send in one way only.',
    wrong: 'bindings: { amqp: { priority: 1 } }   # and 2 in the other',
    right: 'bindings: { amqp: { priority: 1 } }   # in both',
  },
]
