import { parametersIn } from '../model/address.js'
import type { ParameterSettings, PublishChannelContract, ReplyOption } from '../model/contract.js'
import { groupDefaults, publishDefaults } from '../model/defaults.js'
import { parseDuration } from '../model/duration.js'
import { placeKey } from '../model/pointer.js'
import { propertiesOf } from './amqp/operation-properties.js'
import type { Channel, ChannelMessage, Operation, Replying } from './channel.js'
import type { Context } from './context.js'
import { compareText } from './group-by.js'
import { checkConfirmTimeout } from './groups/longest.js'
import { type LocatedObject, valueAt } from './located.js'
import { durationAt, flagAt, numberAt, wordAt } from './located-values.js'
import { merge } from './merge.js'
import { locationOf } from './messages/field-expression.js'
import { flagMember, integerMember, objectAt, textMember } from './node.js'
import { type Routing, reportMissingAddress, routingOf } from './routing.js'

/** One message that a channel sends: through one of its send operations, as a reply, or as a catalogue. */
export interface Sending {
  readonly channel: Channel
  readonly message: ChannelMessage
  readonly operation?: Operation
  /** What it answers, where it is a reply. */
  readonly replying?: readonly Replying[]
}

/** What is known of the message beside its channel. */
export interface SendingFacts {
  readonly rootDefaults: LocatedObject | undefined
  readonly parameterSettings: ParameterSettings | undefined
}

/** How the message is published on the channel; undefined where nothing says where it goes. */
export function publishChannelContract(
  context: Context,
  sending: Sending,
  { rootDefaults, parameterSettings }: SendingFacts,
): PublishChannelContract | undefined {
  const { channel, operation } = sending
  const routing = routingOf(context, channel)
  const route = routeOf(context, channel, routing)
  if (route === undefined) return undefined
  const said = merge(publishWords(channel.annotation?.settings), publishWords(operation?.annotation?.settings))
  const amqp = operation?.amqp
  if (said !== undefined) checkConfirmTimeout(context, said)
  const parameters = [...parametersIn(route.routingKey)].sort(compareText)
  if (routing.kind === 'exchange') reportPattern(context, channel, { ...routing, routingKey: route.routingKey })
  const mode = exchangeMode(channel, rootDefaults)
  return {
    from: placeKey(operation?.node.place ?? channel.node.place),
    ...route,
    ...(mode === 'assert' ? {} : { topology: mode }),
    parameters,
    ...(parameterSettings === undefined || parameters.length === 0 ? {} : { parameterSettings }),
    ...replyFacts(context, sending, routing),
    mandatory: flagAt(said, 'mandatory') ?? flagMember(context, amqp, 'mandatory') ?? publishDefaults.mandatory,
    persistent: integerMember(context, amqp, 'deliveryMode') !== 1,
    confirmTimeoutMs: durationAt(said, 'confirmTimeout') ?? parseDuration(publishDefaults.confirmTimeout) ?? 0,
    window: numberAt(said, 'window') ?? publishDefaults.window,
    ...propertiesOf(context, amqp, parameters),
  }
}

function routeOf(
  context: Context,
  channel: Channel,
  routing: Routing,
): Pick<PublishChannelContract, 'exchange' | 'routingKey'> | undefined {
  if (routing.kind === 'reply') return { exchange: '', routingKey: '' }
  const exchange = routing.kind === 'queue' ? '' : routing.exchange.name
  const routingKey = routing.kind === 'queue' ? routing.queue : routing.routingKey
  if (routingKey === undefined) {
    reportMissingAddress(context, channel)
    return undefined
  }
  return { exchange, routingKey }
}

function publishWords(settings: LocatedObject | undefined): LocatedObject | undefined {
  const words = valueAt(settings, 'publish')
  return words?.kind === 'object' ? words : undefined
}

/** What the channel says, else the root for all. */
function exchangeMode(channel: Channel, rootDefaults: LocatedObject | undefined) {
  const said = merge(rootDefaults, channel.annotation?.settings)
  return wordAt(said, ['topology', 'exchange'], [groupDefaults.topology.exchange, 'check', 'skip'])
}

/** What ties requests and replies together. */
function replyFacts(
  context: Context,
  { message, operation, replying = [] }: Sending,
  routing: Routing,
): Pick<PublishChannelContract, 'isReply' | 'isRequest' | 'required'> {
  const isReply = routing.kind === 'reply'
  const isRequest = operation?.reply !== undefined
  const named =
    operation?.reply?.location?.in === 'header' && textMember(context, operation.amqp, 'replyTo') === undefined
  const asking = replying.flatMap((one) => one.operation.messages)
  const isCorrelated =
    correlationPart(context, message) === 'header' ||
    (correlationPart(context, message) === undefined &&
      asking.some((one) => correlationPart(context, one) !== undefined))
  const required: readonly ReplyOption[] = [
    ...(isCorrelated && !isRequest ? (['correlationId'] as const) : []),
    ...(isReply || named ? (['replyTo'] as const) : []),
  ]
  return {
    ...(isReply ? { isReply } : {}),
    ...(isRequest ? { isRequest } : {}),
    ...(required.length === 0 ? {} : { required }),
  }
}

/** Which part of the message the document puts its correlation id into. */
function correlationPart(context: Context, { node }: ChannelMessage): 'payload' | 'header' | undefined {
  return locationOf(textMember(context, objectAt(context, node, 'correlationId'), 'location'))?.in
}

/** A binding may be a pattern, a message has one routing key. */
function reportPattern(
  context: Context,
  channel: Channel,
  { exchange, routingKey }: Extract<Routing, { kind: 'exchange' }> & { readonly routingKey: string },
): void {
  const wildcard = routingKey.split('.').find((word) => word === '*' || word === '#')
  if (exchange.type !== 'topic' || wildcard === undefined) return
  context.report({
    rule: 'address-is-pattern',
    message: `the address "${routingKey}" of the channel "${channel.key}" is a pattern, and a message is sent with one routing key`,
    hint: `write a parameter such as {name} in place of ${wildcard}, or generate the consumers alone: --side consume`,
    at: channel.node.place,
  })
}
