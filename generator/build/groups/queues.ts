import type { BindingContract } from '../../model/contract.js'
import { placeKey } from '../../model/pointer.js'
import type { Context } from '../context.js'
import { compareText, groupBy } from '../group-by.js'
import { textAt } from '../located-values.js'
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
  group: string,
  contributions: readonly Contribution[],
): readonly QueueDraft[] {
  const routed = contributions.map((contribution) => route(context, contribution))
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

function route(context: Context, contribution: Contribution): RoutedContribution {
  const routing = routingOf(context, contribution.channel)
  const named = textAt(contribution.settings, 'queue')
  if (routing.kind === 'exchange') return { contribution, routing, queue: named }
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

/** Two groups that read one queue would each get a part of its messages. */
export function reportSharedQueues(
  context: Context,
  groups: readonly { readonly group: string; readonly queues: readonly QueueDraft[] }[],
): void {
  const owners = new Map<string, QueueDraft & { readonly group: string }>()
  for (const { group, queues } of groups) {
    for (const queue of queues) {
      const owner = owners.get(queue.name)
      if (owner === undefined) {
        owners.set(queue.name, { ...queue, group })
        continue
      }
      context.report({
        rule: 'queue-shared',
        message: `the groups "${owner.group}" and "${group}" both read the queue "${queue.name}", so each would get a part of its messages (the other is at ${placeKey(owner.contributions[0].from)})`,
        hint: 'give each group a queue of its own, bound to the same exchange',
        at: queue.contributions[0].from,
      })
    }
  }
}
