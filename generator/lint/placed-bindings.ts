import type { Design } from '../build/design.js'
import type { Contribution } from '../build/groups/contribution.js'
import { valueAt } from '../build/located.js'
import { textAt } from '../build/located-values.js'
import { bindingKey, routingOf } from '../build/routing.js'
import type { Place } from '../model/pointer.js'

/** What feeds a queue, and where it is written. */
export interface PlacedBinding {
  readonly contribution: Contribution
  readonly exchange: string
  readonly routingKey: string
  /** The routing key under `bindTo`; where the channel itself is bound to, the place that names the group. */
  readonly place: Place
  readonly isListed: boolean
}

/** What the channels of a group bind a queue to, in the order of the document. */
export function placedBindings(
  { context }: Design,
  { contributions }: { readonly contributions: readonly Contribution[] },
): readonly PlacedBinding[] {
  return contributions.flatMap((contribution): readonly PlacedBinding[] => {
    const { settings, channel, from } = contribution
    const routing = routingOf(context, channel)
    const own = routing.kind === 'exchange' ? routing.exchange.name : undefined
    const address = routing.kind === 'exchange' ? routing.routingKey : channel.address
    const list = valueAt(settings, 'bindTo')
    if (list?.kind !== 'list') {
      if (own === undefined || address === undefined) return []
      return [{ contribution, exchange: own, routingKey: bindingKey(address), place: from, isListed: false }]
    }
    return list.items.flatMap((item) => {
      const exchange = textAt(item, 'exchange') ?? own
      const routingKey = textAt(item, 'routingKey') ?? address
      if (exchange === undefined || routingKey === undefined) return []
      const place = valueAt(item, 'routingKey')?.place ?? item.place
      return [{ contribution, exchange, routingKey: bindingKey(routingKey), place, isListed: true }]
    })
  })
}
