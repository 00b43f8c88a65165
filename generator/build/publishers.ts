import type { PublishChannelContract, PublisherContract } from '../model/contract.js'
import { camelName } from '../model/identifier.js'
import type { Channel } from './channel.js'
import type { Context } from './context.js'
import { groupBy, sortedRecord } from './group-by.js'
import type { NameOf } from './groups/queue-contract.js'
import type { LocatedObject } from './located.js'
import type { DraftTable } from './messages/message-contracts.js'
import { publishChannelContract, type Sending } from './publish-channel.js'
import { sendsReplies } from './reply.js'

/** What a channel sends; all of its messages where nothing says which. */
export function sendingsOf(channel: Channel): readonly Sending[] {
  const { sends, replying = [] } = channel
  const replies = replying.filter(({ asks }) => asks === 'elsewhere')
  const answers = channel.messages.flatMap((message): readonly Sending[] => {
    const own = replies.filter(({ messages }) => messages.includes(message))
    return own.length === 0 ? [] : [{ channel, message, replying: own }]
  })
  if (sends.length === 0) {
    return sendsReplies(channel) ? answers : channel.messages.map((message) => ({ channel, message }))
  }
  const sent = sends.flatMap((operation) => operation.messages.map((message) => ({ channel, message, operation })))
  const known = new Set(sent.map(({ message }) => message))
  // A reply that an operation sends as well is described by both.
  const described = sent.map((one) => ({ ...answers.find(({ message }) => message === one.message), ...one }))
  return [...described, ...answers.filter(({ message }) => !known.has(message))]
}

export interface PublisherFacts {
  readonly nameOf: NameOf
  readonly drafts: DraftTable
  readonly rootDefaults: LocatedObject | undefined
}

/** The publishers by name, one for each message, with the channels that it is sent to. */
export function publishers(
  context: Context,
  sendings: readonly Sending[],
  { nameOf, drafts, rootDefaults }: PublisherFacts,
): Readonly<Record<string, PublisherContract>> {
  const named = sendings.flatMap((sending) => {
    const name = nameOf(sending.channel, sending.message)
    const parameterSettings = drafts.draftOf(sending.channel, sending.message)?.contract.parameterSettings
    const contract =
      name === undefined ? undefined : publishChannelContract(context, sending, { rootDefaults, parameterSettings })
    return name === undefined || contract === undefined ? [] : [{ name, sending, contract }]
  })
  const byMessage = [...groupBy(named, ({ name }) => name)].map(([message, own]) => {
    const channels = [...groupBy(own, ({ sending }) => sending.channel.key)].map(([key, same]) => {
      for (const other of same.slice(1)) reportConflict(context, same[0], other)
      return [key, united(same)] as const
    })
    return [camelName(message), { message, channels: sortedRecord(channels) }] as const
  })
  return sortedRecord(byMessage)
}

interface NamedSending {
  readonly sending: Sending
  readonly contract: PublishChannelContract
}

/** An operation that asks for a reply and one that does not: the message may ask for one. */
function united(same: readonly [NamedSending, ...NamedSending[]]): PublishChannelContract {
  const { required = [], isRequest: _, ...contract } = same[0].contract
  const always = required.filter((name) => same.every((other) => other.contract.required?.includes(name)))
  return {
    ...contract,
    ...(same.some((other) => other.contract.isRequest) ? { isRequest: true } : {}),
    ...(always.length === 0 ? {} : { required: always }),
  }
}

function reportConflict(context: Context, first: NamedSending, other: NamedSending): void {
  const [one, two] = [first, other].map(({ contract: { from: _, isRequest: __, required: ___, ...rest } }) => {
    return JSON.stringify(rest)
  })
  if (one === two) return
  context.report({
    rule: 'publisher-conflict',
    message: `"${other.sending.operation?.key}" and "${first.sending.operation?.key}" send "${other.sending.message.key}" to the channel "${other.sending.channel.key}" in different ways`,
    hint: 'there is one publisher for a message and a channel: give both operations the same AMQP binding',
    at: other.sending.operation?.node.place ?? other.sending.channel.node.place,
  })
}
