import type { Contract, Doc, Docs, MessageContract, PlaceKey } from '../../model/contract.js'
import { isList, isObject, type Json } from '../../model/document.js'
import { placeKey } from '../../model/pointer.js'
import type { Channel, ChannelMessage } from '../channel.js'
import type { Context } from '../context.js'
import { compareText, groupBy, sortedRecord } from '../group-by.js'
import { boundTemplates } from '../groups/bindings.js'
import type { GroupDraft } from '../groups/group-draft.js'
import type { NameOf } from '../groups/queue-contract.js'
import { textsAt } from '../located-values.js'
import { giveNames, type Names } from '../names/names.js'
import { type Node, textMember } from '../node.js'
import { parameterDocs, unitedSettings } from '../parameters.js'
import type { Sending } from '../publish-channel.js'
import { repliesByRequest } from '../reply.js'
import { collectSchemas, docOf } from '../schema/collect-schemas.js'
import { matchOf, reportAmbiguity } from './dispatch.js'
import { draftMessage, type MessageDraft } from './draft.js'
import { type MergedMessage, mergeMessages, pairKey, schemasOf } from './named-message.js'
import { createVolatilePaths } from './volatile-paths.js'

export interface DraftTable {
  readonly drafts: readonly MessageDraft[]
  readonly draftOf: (channel: Channel, message: ChannelMessage) => MessageDraft | undefined
}

/** What the annotated channels say of their messages, whether generated or not. */
export function draftMessages(context: Context, channels: readonly Channel[], root: Node): DraftTable {
  const contentType = textMember(context, root, 'defaultContentType')
  const shared = { contentType, volatilePaths: createVolatilePaths(context) }
  const drafts = channels.flatMap((channel) => {
    return channel.messages.map((message) => draftMessage(context, { channel, message }, shared))
  })
  const byPair = new Map(drafts.map((draft) => [pairKey(draft.channel, draft.message), draft]))
  return { drafts, draftOf: (channel, message) => byPair.get(pairKey(channel, message)) }
}

export interface MessageContracts {
  readonly contracts: Contract['messages']
  readonly schemas: ReadonlyMap<PlaceKey, Json>
  readonly docs: Docs
  readonly names: Names
  readonly nameOf: NameOf
}

export interface Used {
  readonly drafts: DraftTable
  readonly groups: readonly GroupDraft[]
  readonly sendings: readonly Sending[]
  /** All of the document: any may carry the replies to what is used. */
  readonly channels: readonly Channel[]
  readonly previous: Contract | undefined
}

/** The messages that publishers and groups use, with names, and the schemas that they reach. */
export function messageContracts(context: Context, used: Used): MessageContracts {
  const requests = repliesByRequest(used.channels, pairKey)
  const drafts = usedDrafts(used, requests)
  const merged = mergeMessages(drafts, used.previous)
  const { schemas, places, docs } = collectSchemas(context, schemasOf(drafts))
  const names = giveNames(
    {
      messages: merged,
      groups: used.groups.map(({ group, contributions }) => ({
        group,
        from: contributions.map(({ from }) => placeKey(from)),
      })),
      schemas: places,
      errors: used.groups.flatMap(errorNames),
    },
    used.previous,
  )
  const nameOfPair = new Map(
    merged.flatMap(({ drafts, place }) => {
      return drafts.map(({ channel, message }) => [pairKey(channel, message), names.messages.get(place)] as const)
    }),
  )
  const nameOf: NameOf = (channel, message) => nameOfPair.get(pairKey(channel, message))
  const facts = { companions: companionsOf(context, used), addresses: boundAddresses(used), requests, nameOf }
  const contracts = merged.map((message) => {
    return [names.messages.get(message.place) ?? message.place, contractOf(context, message, facts)] as const
  })
  return {
    contracts: sortedRecord(contracts),
    schemas,
    docs: {
      ...docs,
      ...messageDocs(drafts),
      ...parameterDocs(context, [...new Set(drafts.map(({ channel }) => channel))]),
    },
    names,
    nameOf,
  }
}

type Requests = ReturnType<typeof repliesByRequest>

/** What is sent and received, and what answers it. */
function usedDrafts({ drafts, groups, sendings }: Used, requests: Requests): readonly MessageDraft[] {
  const received = groups.flatMap(({ contributions }) => {
    return contributions.flatMap(({ channel, messages }) =>
      messages.flatMap((message) => drafts.draftOf(channel, message) ?? []),
    )
  })
  const sent = sendings.flatMap(({ channel, message }) => drafts.draftOf(channel, message) ?? [])
  const used = [...new Set([...sent, ...received])]
  const replies = used.flatMap(({ channel, message }) => {
    const own = requests.get(pairKey(channel, message)) ?? []
    return own.flatMap(({ on, messages }) => messages.flatMap((reply) => drafts.draftOf(on, reply) ?? []))
  })
  return [...new Set([...used, ...replies])]
}

/** By message: the templates that groups bind its queues with, beside the address of its channel. */
function boundAddresses({ groups, drafts }: Used): ReadonlyMap<MessageDraft, readonly string[]> {
  const pairs = groups.flatMap(({ contributions }) => {
    return contributions.flatMap((contribution) => {
      const addresses = boundTemplates(contribution)
      return contribution.messages.flatMap((message) => {
        const draft = drafts.draftOf(contribution.channel, message)
        return draft === undefined ? [] : addresses.map((address) => ({ draft, address }))
      })
    })
  })
  return new Map(
    [...groupBy(pairs, ({ draft }) => draft)].map(([draft, own]) => [draft, own.map(({ address }) => address)]),
  )
}

/** By message: the others on its queues. */
function companionsOf(
  context: Context,
  { groups, drafts }: Used,
): ReadonlyMap<MessageDraft, ReadonlySet<MessageDraft>> {
  const companions = new Map<MessageDraft, Set<MessageDraft>>()
  for (const { name, contributions } of groups.flatMap(({ queues }) => queues)) {
    const together = contributions.flatMap(({ channel, messages }) => {
      return messages.flatMap((message) => drafts.draftOf(channel, message) ?? [])
    })
    reportAmbiguity(context, name, together)
    for (const draft of together) {
      const others = companions.get(draft) ?? new Set()
      companions.set(draft, others)
      for (const other of together) if (other.contract.eventType !== draft.contract.eventType) others.add(other)
    }
  }
  return companions
}

/** What is said of messages by others than themselves. */
interface Facts {
  readonly companions: ReadonlyMap<MessageDraft, ReadonlySet<MessageDraft>>
  readonly addresses: ReadonlyMap<MessageDraft, readonly string[]>
  readonly requests: Requests
  readonly nameOf: NameOf
}

function contractOf(
  context: Context,
  { drafts }: MergedMessage,
  { companions, addresses: bound, requests, nameOf }: Facts,
): MessageContract {
  const [draft] = drafts
  const { messageType: _, parameterSettings: __, ...contract } = draft.contract
  const settings = unitedSettings(
    drafts.filter((own) => own.contract.parameters.length > 0).map((own) => own.contract.parameterSettings),
  )
  const others = [...new Set(drafts.flatMap((own) => [...(companions.get(own) ?? [])]))]
  const addresses = new Set(drafts.flatMap((own) => [...own.contract.addresses, ...(bound.get(own) ?? [])]))
  const parameters = new Set(drafts.flatMap((own) => own.contract.parameters))
  return {
    ...contract,
    addresses: [...addresses].sort(byOpenness),
    parameters: [...parameters].sort(compareText),
    ...(settings === undefined ? {} : { parameterSettings: settings }),
    match: matchOf(context, { draft, others }),
    ...replyFacts(drafts, requests, nameOf),
  }
}

/** What a message asks for; nothing for one that asks for no reply. */
function replyFacts(
  drafts: readonly MessageDraft[],
  requests: Requests,
  nameOf: NameOf,
): Pick<MessageContract, 'replies' | 'replyTo'> {
  const own = drafts.flatMap(({ channel, message }) => requests.get(pairKey(channel, message)) ?? [])
  const replies = own.flatMap(({ on, messages }) => messages.flatMap((message) => nameOf(on, message) ?? []))
  const location = own.map(({ operation }) => operation.reply?.location).find((found) => found !== undefined)
  return {
    ...(location === undefined ? {} : { replyTo: location }),
    ...(replies.length === 0 ? {} : { replies: [...new Set(replies)].sort(compareText) }),
  }
}

/** The first address that fits is taken: one with fewer parameters says more. */
function byOpenness(left: string, right: string): number {
  const openness = (address: string) => address.split('{').length
  return openness(left) - openness(right) || compareText(left, right)
}

function messageDocs(drafts: readonly MessageDraft[]): Docs {
  const docs = drafts.flatMap(({ message: { node } }): readonly (readonly [PlaceKey, Doc])[] => {
    // Examples of a message are payloads under names of their own.
    const { examples, ...prose } = node.value
    const payloads = isList(examples) ? examples.flatMap((example) => payloadOf(example)) : []
    const doc = docOf(payloads.length === 0 ? prose : { ...prose, examples: payloads })
    return doc === undefined ? [] : [[placeKey(node.place), doc]]
  })
  return Object.fromEntries(docs)
}

function payloadOf(example: Json): readonly Json[] {
  return isObject(example) && example.payload !== undefined ? [example.payload] : []
}

function errorNames({ settings }: GroupDraft): readonly string[] {
  return ['business', 'system'].flatMap((list) => textsAt(settings, 'errorClasses', list))
}
