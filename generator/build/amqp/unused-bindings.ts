import type { Channel, Operation } from '../channel.js'
import type { Context } from '../context.js'
import { namesInWords, wordsFor } from '../in-words.js'
import { childPlace, type Node, objectAt, rawMember, textMember } from '../node.js'
import { reportUnknownFields } from './unknown-fields.js'

/** What AMQP bindings say that changes nothing here: one line for each kind, whatever the number of channels. */
export function reportUnusedBindings(
  context: Context,
  channels: readonly Channel[],
  isConsumed: (channel: Channel) => boolean,
): void {
  reportOfPublishers(context, channels)
  reportAckOfSenders(context, channels)
  reportExchangesOfQueues(context, channels)
  reportQueuesOfPublishers(
    context,
    channels.filter((channel) => !isConsumed(channel)),
  )
  reportVirtualHosts(context, channels)
  reportUnknownFields(context, channels)
}

/** A consumer takes messages as they were published. */
function reportOfPublishers(context: Context, channels: readonly Channel[]): void {
  const found = operationsWith(
    channels.flatMap(({ receives }) => receives),
    ofPublishers,
  )
  const [first] = found
  if (first === undefined) return
  const fields = ofPublishers.filter((name) => found.some((one) => one.fields.includes(name)))
  context.report({
    rule: 'binding-unused',
    severity: 'info',
    message: `${subject(found)} ${wordsFor(found.length, ['receives', 'receive'])}, and ${fields.join(', ')} ${wordsFor(fields.length, ['is', 'are'])} for who publishes: nothing comes of it here`,
    hint: 'put it into the AMQP binding of a send operation',
    at: first.at,
  })
}

/** Told of receive operations by `ack-false`, and without effect where it is true. */
function reportAckOfSenders(context: Context, channels: readonly Channel[]): void {
  const found = operationsWith(
    channels.flatMap(({ sends }) => sends),
    ['ack'],
  )
  const [first] = found
  if (first === undefined) return
  context.report({
    rule: 'binding-unused',
    severity: 'info',
    message: `${subject(found)} ${wordsFor(found.length, ['sends', 'send'])}, and ack is for who consumes: publishers wait for the confirm of the broker in any case`,
    hint: 'remove ack',
    at: first.at,
  })
}

/** AsyncAPI 2 lets both stand there, and 3 forbids it. */
function reportExchangesOfQueues(context: Context, channels: readonly Channel[]): void {
  for (const { key, amqp } of channels) {
    if (amqp === undefined || textMember(context, amqp, 'is') !== 'queue') continue
    const name = textMember(context, objectAt(context, amqp, 'exchange'), 'name')
    if (name === undefined || name === '') continue
    context.report({
      rule: 'binding-unused',
      severity: 'warning',
      message: `the channel "${key}" is a queue, so the exchange "${name}" is not used`,
      hint: 'write is: routingKey where messages go through the exchange',
      at: childPlace(amqp.place, 'exchange'),
    })
  }
}

/** Beside an exchange a queue is the affair of who reads it. */
function reportQueuesOfPublishers(context: Context, channels: readonly Channel[]): void {
  const found = channels.flatMap(({ key, amqp }) => {
    const queue = amqp === undefined ? undefined : objectAt(context, amqp, 'queue')
    const isBeside = textMember(context, amqp, 'is') !== 'queue' && textMember(context, queue, 'name') !== undefined
    return queue !== undefined && isBeside ? [{ key, at: queue.place }] : []
  })
  const [first] = found
  if (first === undefined) return
  context.report({
    rule: 'binding-unused',
    severity: 'info',
    message: `${namesInWords(found.map(({ key }) => `"${key}"`))} ${wordsFor(found.length, ['is', 'are'])} only sent to, and a publisher declares no queue`,
    hint: 'who reads the queue declares and binds it',
    at: first.at,
  })
}

/** A connection has one virtual host, that of its address. */
function reportVirtualHosts(context: Context, channels: readonly Channel[]): void {
  const found = channels.flatMap((channel) => virtualHosts(context, channel.amqp).map((host) => ({ channel, ...host })))
  const first = found.find(({ vhost }) => vhost !== '/')
  if (first === undefined) return
  const names = [...new Set(found.map(({ vhost }) => `"${vhost}"`))]
  context.report({
    rule: 'vhost-not-connected',
    severity: names.length > 1 ? 'warning' : 'info',
    message: `the AMQP bindings name the virtual ${wordsFor(names.length, ['host', 'hosts'])} ${names.join(' and ')}, and all goes to that of the address given to connectBroker`,
    hint:
      names.length > 1
        ? 'a connection has one: give each virtual host a document of its own'
        : `connect to amqp://…/${encodeURIComponent(first.vhost)}`,
    at: first.at,
  })
}

function virtualHosts(context: Context, amqp: Node | undefined) {
  return ['exchange', 'queue'].flatMap((part) => {
    const node = amqp === undefined ? undefined : objectAt(context, amqp, part)
    const vhost = textMember(context, node, 'vhost')
    return node === undefined || vhost === undefined || vhost === ''
      ? []
      : [{ vhost, at: childPlace(node.place, 'vhost') }]
  })
}

const ofPublishers = [
  'expiration',
  'userId',
  'cc',
  'priority',
  'deliveryMode',
  'mandatory',
  'bcc',
  'replyTo',
  'timestamp',
] as const

function operationsWith(operations: readonly Operation[], names: readonly string[]) {
  return operations.flatMap(({ key, amqp }) => {
    const fields = amqp === undefined ? [] : names.filter((name) => rawMember(amqp, name) !== undefined)
    const [first] = fields
    return amqp === undefined || first === undefined ? [] : [{ key, fields, at: childPlace(amqp.place, first) }]
  })
}

function subject(found: readonly { readonly key: string }[]): string {
  return namesInWords(
    found.map(({ key }) => `"${key}"`),
    ['the operation', 'the operations'],
  )
}
