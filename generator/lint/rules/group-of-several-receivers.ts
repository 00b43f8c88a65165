import type { ChannelMessage } from '../../build/channel.js'
import { groupBy } from '../../build/group-by.js'
import type { Contribution } from '../../build/groups/contribution.js'
import type { GroupDraft } from '../../build/groups/group-draft.js'
import type { Fault, Rule } from '../rule.js'

export const groupOfSeveralReceivers: Rule = {
  name: 'group-of-several-receivers',
  topic: 'group',
  severity: 'warning',
  summary: 'two operations receive the same message as one consumer group',
  why: `Everyone in a group shares its queue, so each event is handled once, by one of them. Two operations that both
receive it are mostly two services that both need it: the coupon service gets what the mail service does not, at random,
and each misses about half of the events.`,
  wrong: `
operations:
  sendCoupon: { action: receive, channel: { $ref: "#/channels/orders" } }
  sendMail: { action: receive, channel: { $ref: "#/channels/orders" } }`,
  right: `
operations:
  sendCoupon: { action: receive, channel: { $ref: "#/channels/orders" }, x-idempotency: { consumerGroup: coupons } }
  sendMail: { action: receive, channel: { $ref: "#/channels/orders" }, x-idempotency: { consumerGroup: mails } }`,
  check: ({ groups }) => groups.flatMap(faultsOf),
}

function faultsOf({ group, contributions }: GroupDraft): readonly Fault[] {
  return [...groupBy(contributions, ({ channel }) => channel).values()].flatMap(([first, ...others]) => {
    const all = [first, ...others]
    return others.flatMap((other, i) => {
      const before = new Set(all.slice(0, i + 1).flatMap(({ messages }) => messages))
      const shared = other.messages.find((message) => before.has(message))
      return shared === undefined ? [] : fault(group, other, shared)
    })
  })
}

function fault(group: string, { channel, from }: Contribution, message: ChannelMessage): Fault {
  const receivers = channel.receives.filter(({ messages }) => messages.includes(message))
  const names = receivers.map(({ key }) => `"${key}"`)
  return {
    message: `${names.join(', ')} receive "${message.key}" as one group, "${group}": each event goes to one of them only`,
    hint: 'give each operation a consumerGroup of its own, or describe one operation if they are the same consumer',
    at: from,
  }
}
