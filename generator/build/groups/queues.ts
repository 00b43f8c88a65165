import { ownerOf } from '../../model/companion-queue.js'
import type { BindingContract } from '../../model/contract.js'
import { placeKey } from '../../model/pointer.js'
import type { Channel } from '../channel.js'
import type { Context } from '../context.js'
import { compareText, groupBy } from '../group-by.js'
import type { LocatedObject } from '../located.js'
import { textAt } from '../located-values.js'
import { flagMember, objectAt, textMember } from '../node.js'
import { type Routing, reportMissingAddress, routingOf } from '../routing.js'
import { bindingsOf } from './bindings.js'
import type { Contribution } from './contribution.js'

/** A queue of a group, and what feeds it. */
export interface QueueDraft {
  readonly name: string
  readonly contributions: readonly [Contribution, ...Contribution[]]
  readonly bindings: readonly BindingContract[]
}

interface RoutedContribution {
  readonly contribution: Contribution
  readonly routing: Routing
  /** The queue that the channel names for the group, if it does. */
  readonly queue: string | undefined
}

/**
 * The queues of a group, in the order of their names. One that a single channel names is that of all channels that name
 * none; two names are two queues; where nothing is named the queue has the group's name.
 */
export function queuesOf(
  context: Context,
  { group, contributions, groupsOf, rootDefaults }: GroupReading,
): readonly QueueDraft[] {
  const routed = contributions.map((contribution) => {
    const defaults = textAt(rootDefaults, 'topology', 'queue')
    if ((textAt(contribution.settings, 'topology', 'queue') ?? defaults ?? 'assert') === 'assert') {
      reportOtherKind(context, contribution)
    }
    return route(context, contribution, groupsOf(contribution.channel))
  })
  const names = new Set(routed.flatMap(({ queue }) => queue ?? []))
  const [only = group] = names.size === 1 ? names : [group]
  const queues = groupBy(routed, ({ queue }) => queue ?? only)
  return [...queues]
    .sort(([left], [right]) => compareText(left, right))
    .map(([name, feeding]) => {
      const [first, ...others] = feeding
      const bindings = feeding.flatMap(({ contribution, routing }) => bindingsOf(context, contribution, routing))
      return {
        name,
        contributions: [first.contribution, ...others.map(({ contribution }) => contribution)],
        bindings: sortedBindings(bindings),
      }
    })
}

/** What a group reads, and what that depends on beside. */
export interface GroupReading {
  readonly group: string
  readonly contributions: readonly Contribution[]
  /** The groups that read a channel. */
  readonly groupsOf: (channel: Channel) => readonly string[]
  readonly rootDefaults: LocatedObject | undefined
}

function route(context: Context, contribution: Contribution, groups: readonly string[]): RoutedContribution {
  const routing = routingOf(context, contribution.channel)
  const named = textAt(contribution.settings, 'queue')
  if (routing.kind !== 'queue') {
    return { contribution, routing, queue: named ?? describedQueue(context, contribution.channel, groups) }
  }
  const own = routing.queue
  if (own !== undefined && named !== undefined && own !== named) {
    context.report({
      rule: 'queue-differs',
      message: `group "${contribution.group}" reads "${named}", but the channel "${contribution.channel.key}" is the queue "${own}"`,
      hint: 'leave queue out, or give the channel an exchange that the queue is bound to',
      at: contribution.settings.members.get('queue')?.place ?? contribution.from,
    })
  }
  if (own === undefined) reportMissingAddress(context, contribution.channel)
  if (own?.includes('{')) reportParameter(context, contribution, own)
  return { contribution, routing, queue: own ?? named }
}

/** The queue beside the exchange, which AsyncAPI 2 lets a binding have: it is that of one group, and of no other. */
function describedQueue(context: Context, channel: Channel, groups: readonly string[]): string | undefined {
  const node = channel.amqp === undefined ? undefined : objectAt(context, channel.amqp, 'queue')
  const name = textMember(context, node, 'name')
  if (node === undefined || name === undefined || name === '') return undefined
  if (groups.length === 1) return name
  context.report({
    rule: 'binding-unused',
    severity: 'warning',
    message: `the channel "${channel.key}" is bound to the queue "${name}", and ${groups.length} groups read it: each has a queue of its own name`,
    hint: `set queue: ${name} for the group whose queue it is`,
    at: node.place,
  })
  return undefined
}

/** A queue that is declared otherwise by another party cannot be declared a second time. */
function reportOtherKind(context: Context, { channel }: Contribution): void {
  const queue = channel.amqp === undefined ? undefined : objectAt(context, channel.amqp, 'queue')
  const other = [
    ...(flagMember(context, queue, 'durable') === false ? ['durable: false'] : []),
    ...(flagMember(context, queue, 'exclusive') === true ? ['exclusive: true'] : []),
    ...(flagMember(context, queue, 'autoDelete') === true ? ['autoDelete: true'] : []),
  ]
  if (queue === undefined || other.length === 0) return
  context.report({
    rule: 'queue-not-durable',
    severity: 'warning',
    message: `the queue of the channel "${channel.key}" is described with ${other.join(', ')}, and idemgen declares durable queues that stay`,
    hint: 'describe it as durable, or set topology: { queue: check } where somebody else declares it',
    at: queue.place,
  })
}

function sortedBindings(bindings: readonly BindingContract[]): readonly BindingContract[] {
  const byText = new Map(bindings.map((binding) => [bindingText(binding), binding]))
  return [...byText].sort(([left], [right]) => compareText(left, right)).map(([, binding]) => binding)
}

function bindingText(binding: BindingContract): string {
  return JSON.stringify([binding.exchange, binding.routingKey, Object.entries(binding.arguments ?? {}).sort()])
}

function reportParameter(context: Context, { channel }: Contribution, queue: string): void {
  context.report({
    rule: 'queue-has-parameter',
    message: `the queue "${queue}" of the channel "${channel.key}" is as many queues as its parameter has values`,
    hint: 'give the channel an exchange, so that one queue of the group can be bound to every address',
    at: channel.node.place,
  })
}

type GroupQueues = { readonly group: string; readonly queues: readonly QueueDraft[] }

/** Two groups that read one queue would each get a part of its messages. */
export function reportSharedQueues(context: Context, groups: readonly GroupQueues[]): void {
  const all = groups.flatMap(({ group, queues }) => queues.map((queue) => ({ group, queue })))
  const byName = groupBy(all, ({ queue }) => queue.name)
  for (const [name, readers] of byName) {
    const [first, ...others] = readers
    for (const other of others) {
      context.report({
        rule: 'queue-shared',
        message: `the groups "${first.group}" and "${other.group}" both read the queue "${name}", so each would get a part of its messages (the other is at ${placeKey(first.queue.contributions[0].from)})`,
        hint: 'give each group a queue of its own, bound to the same exchange',
        at: other.queue.contributions[0].from,
      })
    }
    const owner = ownerOf(name)
    if (owner !== undefined && byName.has(owner)) reportCompanion(context, first, owner)
  }
}

function reportCompanion(
  context: Context,
  reader: { readonly group: string; readonly queue: QueueDraft },
  owner: string,
): void {
  context.report({
    rule: 'queue-shared',
    message: `group "${reader.group}" reads the queue "${reader.queue.name}", which idemgen makes for the queue "${owner}"`,
    hint: 'choose another name: what waits to be retried and what failed is kept there',
    at: reader.queue.contributions[0].from,
  })
}
