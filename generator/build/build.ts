import { type Contract, contractVersion, type Docs } from '../model/contract.js'
import type { Document } from '../model/document.js'
import type { Finding } from '../model/finding.js'
import type { Place } from '../model/pointer.js'
import { reportUnusedBindings } from './amqp/unused-bindings.js'
import { type RootAnnotation, readRootAnnotation } from './annotation.js'
import type { Channel } from './channel.js'
import { reportChannel } from './channel-findings.js'
import { type Context, createContext } from './context.js'
import type { Design } from './design.js'
import { reportUnannotated, reportUnknownGroups } from './document-findings.js'
import { exchangesOf, reportAssumedExchanges } from './exchanges.js'
import { sortedRecord } from './group-by.js'
import { checkEvents } from './groups/check-events.js'
import { contributionsOf } from './groups/contribution.js'
import { groupContract } from './groups/group-contract.js'
import { draftGroups, type GroupDraft } from './groups/group-draft.js'
import { reportSharedQueues } from './groups/queues.js'
import { reportSlashes } from './groups/slashes.js'
import { type DraftTable, draftMessages, messageContracts } from './messages/message-contracts.js'
import { supportedChannels } from './messages/supported-messages.js'
import { asNode, type Node } from './node.js'
import { reportOtherSide } from './other-side.js'
import { publishers, sendingsOf } from './publishers.js'
import { readChannels } from './read-channels.js'
import { withReplies } from './reply.js'
import { type BuildOptions, generatedChannels, isConsumed, isPublished, replyChannels } from './sides.js'
import { applyTraits } from './traits/apply-traits.js'
import { reportUnreadAnnotations } from './unread-annotations.js'

export type { BuildOptions } from './sides.js'

export interface Built {
  /** What could be made of the document; complete when no finding is an error. */
  readonly contract: Contract
  readonly docs: Docs
  /** What the contract was made from, for the rules of lint; absent when the root of the document is no object. */
  readonly design?: Design
  readonly findings: readonly Finding[]
}

/**
 * The contract of a document: annotations read and merged, defaults filled in, names given. Pure and total: a document
 * with faults gives what it can and a finding for each of the rest. Names of the previous contract are kept.
 */
export function build(document: Document, options: BuildOptions = {}, previous?: Contract): Built {
  const { document: whole, findings: replaced, originOf } = applyTraits(document)
  const context = createContext(whole.files)
  const root = asNode({ place: { file: '', pointer: '' }, value: whole.files.get('')?.value ?? null })
  if (root === undefined) return { ...nothing, findings: replaced }
  const annotation = readRootAnnotation(context, root)
  const newer = annotation?.newer ?? false
  const channels = withReplies(
    readChannels(context, root, { newer, perspective: options.perspective ?? 'application' }),
  )
  reportUnannotated(context, root, channels)
  const file = document.files.get('')
  if (file !== undefined) reportUnreadAnnotations(context, root, { file, channels })
  const { parts, ...made } = contractOf(context, { root, annotation, channels, options, previous })
  const design = { root, limits: annotation?.limits, channels, ...parts, context, originOf }
  return {
    ...made,
    design,
    findings: [...replaced, ...context.findings().map((finding) => standing(finding, originOf))],
  }
}

/** What is said of something that a trait brought, said of the trait. */
function standing(finding: Finding, originOf: (place: Place) => Place): Finding {
  return 'pointer' in finding.at ? { ...finding, at: originOf(finding.at) } : finding
}

interface Input {
  readonly root: Node
  readonly annotation: RootAnnotation | undefined
  readonly channels: readonly Channel[]
  readonly options: BuildOptions
  readonly previous: Contract | undefined
}

interface Made {
  readonly contract: Contract
  readonly docs: Docs
  readonly parts: Pick<Design, 'generated' | 'messages' | 'groups' | 'sendings'>
}

function contractOf(context: Context, input: Input): Made {
  const { options, previous } = input
  const generated = supportedChannels(context, generatedChannels(context, input.channels), input.root)
  const answering = supportedChannels(context, replyChannels(input.channels, generated), input.root)
  for (const channel of generated) reportChannel(context, channel)
  reportOtherSide(context, generated, options)
  reportUnusedBindings(context, [...generated, ...answering], (channel) => isConsumed(channel, options))
  const drafts = draftMessages(context, [...generated, ...answering], input.root)
  const groups = groupsOf(context, generated, drafts, input)
  const sending = [...generated, ...answering].filter((channel) => isPublished(channel, options))
  const sendings = sending.flatMap(sendingsOf)
  const messages = messageContracts(context, { drafts, groups, sendings, channels: input.channels, previous })
  const publisherContracts = publishers(context, sendings, {
    nameOf: messages.nameOf,
    drafts,
    rootDefaults: input.annotation?.defaults,
  })
  const groupContracts = groups.map((group) => {
    return [
      messages.names.groups.get(group.group) ?? group.group,
      groupContract(context, group, messages.nameOf),
    ] as const
  })
  const used = [
    ...Object.values(publisherContracts).flatMap(({ channels }) => Object.values(channels)),
    ...groupContracts.flatMap(([, { queues }]) => queues.flatMap(({ bindings }) => bindings)),
  ]
  const exchanges = new Set(used.map(({ exchange }) => exchange))
  reportAssumedExchanges(
    context,
    channelsOf([...sendings, ...groups.flatMap(({ contributions }) => contributions)]),
    exchanges,
  )
  const contract: Contract = {
    contractVersion,
    names: messages.names.byPlace,
    ...(Object.keys(messages.names.derived).length === 0 ? {} : { derivedNames: messages.names.derived }),
    messages: messages.contracts,
    publishers: publisherContracts,
    groups: sortedRecord(groupContracts),
    exchanges: exchangesOf(context, input.channels, exchanges),
    schemas: sortedRecord(messages.schemas),
  }
  return { contract, docs: messages.docs, parts: { generated, messages: drafts.drafts, groups, sendings } }
}

/** The groups to generate; what all groups of the document have wrong is reported whichever are chosen. */
function groupsOf(
  context: Context,
  generated: readonly Channel[],
  drafts: DraftTable,
  { options, annotation }: Input,
): readonly GroupDraft[] {
  const consumed = generated.filter((channel) => isConsumed(channel, options))
  const contributions = consumed.flatMap((channel) => contributionsOf(context, channel))
  const groups = draftGroups(context, contributions, annotation?.defaults)
  reportSharedQueues(context, groups)
  reportSlashes(context, contributions)
  for (const group of groups) checkEvents(context, group, drafts.draftOf)
  reportUnknownGroups(
    context,
    groups.map(({ group }) => group),
    options.groups ?? [],
  )
  return groups.filter(({ group }) => options.groups?.includes(group) ?? true)
}

function channelsOf(uses: readonly { readonly channel: Channel }[]): readonly Channel[] {
  return [...new Set(uses.map(({ channel }) => channel))]
}

const nothing: { readonly contract: Contract; readonly docs: Docs } = {
  contract: { contractVersion, names: {}, messages: {}, publishers: {}, groups: {}, exchanges: {}, schemas: {} },
  docs: {},
}
