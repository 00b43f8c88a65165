import type { RuleText } from '../rule.js'

/** What the build says of consumer groups and queues. */
export const groupTexts: readonly RuleText[] = [
  {
    name: 'group-missing',
    topic: 'group',
    severity: 'error',
    summary: 'an operation receives and no consumer group is named',
    why: 'Each group processes each event once; without a name nothing says whose record a processed event is.',
    wrong: 'x-idempotency: { businessKey: [orderId] }',
    right: 'x-idempotency: { businessKey: [orderId], consumerGroup: billing }',
  },
  {
    name: 'side-not-generated',
    topic: 'group',
    severity: 'warning',
    summary: 'a channel says something for a side that its operations do not have',
    why: `Groups of a channel that is only sent to have nothing that they would be generated from: no queue, no
consumer, no handler. The words of AsyncAPI 2 are often taken for what the application does itself.`,
    wrong: `channels: { orderPaid: { x-idempotency: { consumerGroup: billing } } }
operations: { sendOrder: { action: send } }`,
    right: 'operations: { sendOrder: { action: send }, onOrder: { action: receive } }',
  },
  {
    name: 'address-is-one-word',
    topic: 'group',
    severity: 'warning',
    summary: 'an address has slashes where words are parted by dots',
    why: `RabbitMQ parts the words of a routing key by dots: an address with slashes is one word, and with a parameter the
queue is bound to any word. The group gets the events of other channels too, and parks them as unknown.`,
    wrong: 'address: claims/{branch}/events',
    right: 'address: claims.{branch}.events',
  },
  {
    name: 'group-given-twice',
    topic: 'group',
    severity: 'error',
    summary: '"consumerGroup" stands beside "consumers"',
    why: 'The first is a short form of the second: which of them holds cannot be told.',
    wrong: `consumerGroup: billing
consumers: { mailing: {} }`,
    right: 'consumers: { billing: {}, mailing: {} }',
  },
  {
    name: 'group-conflict',
    topic: 'group',
    severity: 'error',
    summary: 'two channels set something of one group differently',
    why: 'A group has one value of it; which of them holds would depend on the order of the document.',
    wrong: 'retention: 7d    # and 14d on the other channel',
    right: 'retention: 14d   # on both, or on one only',
  },
  {
    name: 'group-unknown',
    topic: 'group',
    severity: 'error',
    summary: 'a group that was asked for is not there',
    why: 'Nothing is generated for it.',
    wrong: 'idemgen generate orders.yaml --group biling',
    right: 'idemgen generate orders.yaml --group billing',
  },
  {
    name: 'group-in-two-documents',
    topic: 'group',
    severity: 'info',
    summary: 'a group stands in two documents',
    why: 'There is one consumer to start for each document.',
    wrong: 'consumerGroup: billing    # in orders.yaml and in refunds.yaml',
    right: '# start both consumers',
  },
  {
    name: 'event-type-shared',
    topic: 'group',
    severity: 'error',
    summary: 'one event type reaches a group from two sources',
    why: `The key begins with the event type: two events with the same fields count as one, and the second is
dropped as a duplicate.`,
    wrong: 'eventType: CHANGED    # of OrderChanged and of UserChanged',
    right: 'eventType: ORDER_CHANGED',
  },
  {
    name: 'queue-shared',
    topic: 'group',
    severity: 'error',
    summary: 'two groups read one queue',
    why: `Each gets only a part of the messages. To RabbitMQ a queue is one reader, however many consumers it
has.`,
    wrong: 'consumers: { billing: { queue: orders }, mailing: { queue: orders } }',
    right: 'consumers: { billing: { queue: billing }, mailing: { queue: mailing } }',
  },
  {
    name: 'queue-differs',
    topic: 'group',
    severity: 'error',
    summary: 'a group names another queue than the one that its channel is',
    why: 'It would wait on a queue that nothing of this channel reaches.',
    wrong: 'queue: billing    # the channel is the queue "orders"',
    right: '# leave queue out',
  },
  {
    name: 'message-not-received',
    topic: 'group',
    severity: 'warning',
    summary: 'a channel carries a message that its group does not receive',
    why: 'The queue gets it all the same, and the group parks it as unknown.',
    wrong: 'messages: [{ $ref: … /OrderPaid }]',
    right: 'messages: [{ $ref: … /OrderPaid }, { $ref: … /OrderRefunded }]',
  },
  {
    name: 'failure-body-unset',
    topic: 'group',
    severity: 'error',
    summary: 'nothing says what is kept of a parked message with sensitive fields',
    why: 'By default the whole body is kept for replay, sensitive fields included.',
    wrong: 'sensitive: [cardNumber]',
    right: `sensitive: [cardNumber]
failureBody: redacted`,
  },
]
