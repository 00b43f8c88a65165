import type { Place } from '../../model/pointer.js'
import type { Channel, ChannelMessage, Operation } from '../channel.js'
import type { Context } from '../context.js'
import { groupKeyNames } from '../grammar/places.js'
import { type LocatedObject, valueAt } from '../located.js'
import { textAt } from '../located-values.js'
import { merge } from '../merge.js'
import { childPlace } from '../node.js'
import { wasMeant } from '../was-meant.js'

/** What one channel, through one of its receive operations or none, says about one group. */
export interface Contribution {
  readonly group: string
  readonly channel: Channel
  readonly messages: readonly ChannelMessage[]
  /** Where the group is named. */
  readonly from: Place
  /** Channel, operation and entry of the group merged; without what the root says for all. */
  readonly settings: LocatedObject
}

/** The groups of a channel: those of its receive operations, or all of them where no operation receives. */
export function contributionsOf(context: Context, channel: Channel): readonly Contribution[] {
  if (channel.receives.length === 0) {
    return channelGroups(channel).map((group) => contribution(channel, undefined, group))
  }
  const receiving = channel.receives.filter((operation) => operation.messages.length > 0)
  return receiving.flatMap((operation) => {
    const own = operationGroup(operation)
    const groups = own === undefined ? channelGroups(channel) : [listedGroup(channel, own.group) ?? own]
    if (groups.length === 0 && !isGroupMeant(channel, operation)) reportMissingGroup(context, channel, operation)
    return groups.map((group) => contribution(channel, operation, group))
  })
}

export interface NamedGroup {
  readonly group: string
  readonly from: Place
  readonly entry?: LocatedObject
}

/** The groups under `consumers`, and the short form for one. */
export function channelGroups(channel: Channel): readonly NamedGroup[] {
  const settings = channel.annotation?.settings
  const consumers = valueAt(settings, 'consumers')
  const listed = consumers?.kind === 'object' ? [...consumers.members] : []
  const named = listed.map(([group, entry]) => {
    // Where the group is named: several groups may refer to one and the same entry.
    const from = childPlace(consumers?.place ?? entry.place, group)
    return { group, from, ...(entry.kind === 'object' ? { entry } : {}) }
  })
  return [...named, ...shortForm(settings)]
}

function operationGroup(operation: Operation): NamedGroup | undefined {
  return shortForm(operation.annotation?.settings)[0]
}

function listedGroup(channel: Channel, group: string): NamedGroup | undefined {
  return channelGroups(channel).find((listed) => listed.group === group)
}

function shortForm(settings: LocatedObject | undefined): readonly NamedGroup[] {
  const group = textAt(settings, 'consumerGroup')
  const from = valueAt(settings, 'consumerGroup')?.place
  return group === undefined || from === undefined ? [] : [{ group, from }]
}

function contribution(channel: Channel, operation: Operation | undefined, group: NamedGroup): Contribution {
  const layers = [groupWords(channel.annotation?.settings), groupWords(operation?.annotation?.settings), group.entry]
  const nothing: LocatedObject = { kind: 'object', place: group.from, members: new Map() }
  return {
    group: group.group,
    channel,
    messages: operation?.messages ?? channel.messages,
    from: group.from,
    settings: layers.reduce(merge) ?? nothing,
  }
}

/** What an annotation says that is meant for groups. */
function groupWords(settings: LocatedObject | undefined): LocatedObject | undefined {
  if (settings === undefined) return undefined
  return { ...settings, members: new Map([...settings.members].filter(([name]) => groupKeys.has(name))) }
}

const groupKeys: ReadonlySet<string> = new Set([...groupKeyNames('group'), ...groupKeyNames('queue')])

/** A group was named in a way that has been reported; `consumers: {}` names none. */
function isGroupMeant(channel: Channel, operation: Operation): boolean {
  const consumers = valueAt(channel.annotation?.written, 'consumers')
  const namesNone = consumers?.kind === 'object' && consumers.members.size === 0
  const annotations = [channel.annotation, operation.annotation]
  return (
    annotations.some((annotation) => wasMeant(annotation, 'consumerGroup')) ||
    (wasMeant(channel.annotation, 'consumers') && !namesNone)
  )
}

function reportMissingGroup(context: Context, channel: Channel, operation: Operation): void {
  context.report({
    rule: 'group-missing',
    message: `"${operation.key}" receives from the channel "${channel.key}", and no consumer group is named`,
    hint: 'add consumerGroup to the x-idempotency of the channel, or consumers with several groups',
    at: operation.annotation?.place ?? channel.annotation?.place ?? channel.node.place,
  })
}
