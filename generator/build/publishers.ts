import type { PublishChannelContract, PublisherContract } from '../model/contract.js'
import { publishDefaults } from '../model/defaults.js'
import { parseDuration } from '../model/duration.js'
import { camelName } from '../model/identifier.js'
import { placeKey } from '../model/pointer.js'
import type { Channel, ChannelMessage, Operation } from './channel.js'
import { parametersIn } from './channel.js'
import type { Context } from './context.js'
import { compareText, groupBy, sortedRecord } from './group-by.js'
import { checkConfirmTimeout } from './groups/longest.js'
import type { NameOf } from './groups/queue-contract.js'
import { type LocatedObject, valueAt } from './located.js'
import { durationAt, flagAt, numberAt } from './located-values.js'
import { merge } from './merge.js'
import { flagMember, integerMember, type Node, textMember, textsMember } from './node.js'
import { reportMissingAddress, routingOf } from './routing.js'

/** One message that a channel sends: through one of its send operations, or as a catalogue. */
export interface Sending {
  readonly channel: Channel
  readonly message: ChannelMessage
  readonly operation?: Operation
}

/** What a channel sends; all of its messages where no operation says which. */
export function sendingsOf(channel: Channel): readonly Sending[] {
  if (channel.sends.length === 0) return channel.messages.map((message) => ({ channel, message }))
  return channel.sends.flatMap((operation) => operation.messages.map((message) => ({ channel, message, operation })))
}

/** The publishers by name, one for each message, with the channels that it is sent to. */
export function publishers(
  context: Context,
  sendings: readonly Sending[],
  nameOf: NameOf,
): Readonly<Record<string, PublisherContract>> {
  const named = sendings.flatMap((sending) => {
    const name = nameOf(sending.channel, sending.message)
    const contract = name === undefined ? undefined : channelContract(context, sending)
    return name === undefined || contract === undefined ? [] : [{ name, sending, contract }]
  })
  const byMessage = [...groupBy(named, ({ name }) => name)].map(([message, own]) => {
    const channels = [...groupBy(own, ({ sending }) => sending.channel.key)].map(([key, same]) => {
      for (const other of same.slice(1)) reportConflict(context, same[0], other)
      return [key, same[0].contract] as const
    })
    return [camelName(message), { message, channels: sortedRecord(channels) }] as const
  })
  return sortedRecord(byMessage)
}

function channelContract(context: Context, { channel, operation }: Sending): PublishChannelContract | undefined {
  const route = routeOf(context, channel)
  if (route === undefined) return undefined
  const said = merge(publishWords(channel.annotation?.settings), publishWords(operation?.annotation?.settings))
  const amqp = operation?.amqp
  if (said !== undefined) checkConfirmTimeout(context, said)
  return {
    from: placeKey(operation?.node.place ?? channel.node.place),
    ...route,
    parameters: [...parametersIn(route.routingKey)].sort(compareText),
    mandatory: flagAt(said, 'mandatory') ?? flagMember(context, amqp, 'mandatory') ?? publishDefaults.mandatory,
    persistent: integerMember(context, amqp, 'deliveryMode') !== 1,
    confirmTimeoutMs: durationAt(said, 'confirmTimeout') ?? parseDuration(publishDefaults.confirmTimeout) ?? 0,
    window: numberAt(said, 'window') ?? publishDefaults.window,
    ...propertiesOf(context, amqp),
  }
}

function routeOf(
  context: Context,
  channel: Channel,
): Pick<PublishChannelContract, 'exchange' | 'routingKey'> | undefined {
  const routing = routingOf(context, channel)
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

/** What the AMQP binding of the operation asks for beside what every message has. */
function propertiesOf(context: Context, amqp: Node | undefined) {
  const expirationMs = integerMember(context, amqp, 'expiration')
  const priority = integerMember(context, amqp, 'priority')
  const userId = textMember(context, amqp, 'userId')
  const replyTo = textMember(context, amqp, 'replyTo')
  const cc = textsMember(context, amqp, 'cc')
  const bcc = textsMember(context, amqp, 'bcc')
  return {
    ...(expirationMs === undefined ? {} : { expirationMs }),
    ...(priority === undefined ? {} : { priority }),
    ...(userId === undefined ? {} : { userId }),
    ...(cc.length === 0 ? {} : { cc }),
    ...(bcc.length === 0 ? {} : { bcc }),
    ...(replyTo === undefined ? {} : { replyTo }),
  }
}

interface NamedSending {
  readonly sending: Sending
  readonly contract: PublishChannelContract
}

function reportConflict(context: Context, first: NamedSending, other: NamedSending): void {
  const [one, two] = [first, other].map(({ contract }) => JSON.stringify({ ...contract, from: '' }))
  if (one === two) return
  context.report({
    rule: 'publisher-conflict',
    message: `"${other.sending.operation?.key}" and "${first.sending.operation?.key}" send "${other.sending.message.key}" to the channel "${other.sending.channel.key}" in different ways`,
    hint: 'there is one publisher for a message and a channel: give both operations the same AMQP binding',
    at: other.sending.operation?.node.place ?? other.sending.channel.node.place,
  })
}
