import { pascalName } from '../../model/identifier.js'
import { placeKey } from '../../model/pointer.js'
import { nameWords } from '../../model/words.js'
import type { Channel, ChannelMessage } from '../channel.js'
import type { Context } from '../context.js'
import { groupBy } from '../group-by.js'
import { textAt } from '../located-values.js'
import type { MessageDraft } from '../messages/draft.js'
import type { GroupDraft } from './group-draft.js'

export type DraftOf = (channel: Channel, message: ChannelMessage) => MessageDraft | undefined

/** What goes wrong when a group gets the messages that it gets: each line of it loses or parks events. */
export function checkEvents(context: Context, group: GroupDraft, draftOf: DraftOf): void {
  const drafts = group.contributions.flatMap(({ channel, messages }) => {
    return messages.flatMap((message) => draftOf(channel, message) ?? [])
  })
  reportSharedEventTypes(context, group.group, drafts)
  reportUnchosenBody(context, group, drafts)
  for (const contribution of group.contributions) {
    const received = new Set(drafts.map(({ message }) => message))
    reportOtherMessages(context, { group: group.group, contribution, received })
  }
}

/** Two sources of one event type have the same keys for different events: one would drop the events of the other. */
function reportSharedEventTypes(context: Context, group: string, drafts: readonly MessageDraft[]): void {
  for (const [eventType, same] of groupBy(drafts, ({ contract }) => contract.eventType)) {
    const sources = [...groupBy(same, sourceOf).values()].map(([draft]) => draft)
    const [first, ...others] = sources
    for (const other of others) {
      if (first === undefined) continue
      context.report({
        rule: 'event-type-shared',
        message: `group "${group}" gets the event type "${eventType}" from ${inWords(first)} and from ${inWords(other)}, and one would drop the events of the other`,
        hint: `add ${lineFor(other, eventType)} to the x-idempotency of the channel "${other.channel.key}"`,
        at: other.channel.annotation?.place ?? other.channel.node.place,
      })
    }
  }
}

function sourceOf({ channel, message }: MessageDraft): string {
  return JSON.stringify([channel.key, placeKey(message.node.place)])
}

function inWords({ channel, message }: MessageDraft): string {
  return `the message "${message.key}" of the channel "${channel.key}"`
}

/** The line that gives a message an event type of its own, where it counts most. */
function lineFor({ channel, message }: MessageDraft, eventType: string): string {
  const isSingle = channel.messages.length === 1
  const isShouted = eventType === eventType.toUpperCase()
  const own = isSingle ? channel.key : message.key
  const better = isShouted
    ? `${eventType}_${nameWords(own).join('_').toUpperCase()}`
    : `${eventType}${pascalName(own) ?? ''}`
  const isSetOnMessage = textAt(message.annotation?.settings, 'eventType') !== undefined
  return isSingle && !isSetOnMessage
    ? `"eventType: ${better}"`
    : `"messages: { ${message.key}: { eventType: ${better} } }"`
}

function reportUnchosenBody(context: Context, group: GroupDraft, drafts: readonly MessageDraft[]): void {
  const sensitive = drafts.find(({ contract }) => contract.sensitive.length > 0)
  if (sensitive === undefined || textAt(group.said, 'failureBody') !== undefined) return
  context.report({
    rule: 'failure-body-unset',
    message: `"${sensitive.message.key}" has sensitive fields, and nothing says what group "${group.group}" keeps of a parked message`,
    hint: 'choose failureBody: full keeps the body as it is',
    at: group.contributions[0].from,
  })
}

/** A queue gets all that its channel carries: what the group does not receive would be parked as unknown. */
function reportOtherMessages(
  context: Context,
  {
    group,
    contribution,
    received,
  }: {
    readonly group: string
    readonly contribution: GroupDraft['contributions'][number]
    readonly received: ReadonlySet<ChannelMessage>
  },
): void {
  const { channel, settings } = contribution
  const others = channel.messages.filter((message) => !received.has(message))
  const [first] = others
  if (first === undefined || settings.members.has('bindTo')) return
  context.report({
    rule: 'message-not-received',
    severity: 'warning',
    message: `the channel "${channel.key}" also carries "${first.key}", which group "${group}" does not receive: it would be parked as unknown`,
    hint: 'receive it too, or list what the queue is bound to under bindTo',
    at: contribution.from,
  })
}
