import { didYouMean } from '../../model/did-you-mean.js'
import { type PlacedBinding, placedBindings } from '../placed-bindings.js'
import { type Routes, routesOf } from '../routes.js'
import type { Fault, Rule } from '../rule.js'

export const bindingMatchesNothing: Rule = {
  name: 'binding-matches-nothing',
  topic: 'group',
  severity: 'warning',
  summary: 'a queue is bound to a routing key that no channel of the document sends to',
  why: `The broker takes any binding. A misspelled one leaves the queue empty: the consumer runs, nothing fails, and the
events that the group waits for go past it. In a pattern * stands for one whole word, so that order* is a word of its own
and lets nothing else through.`,
  wrong: 'consumers: { coupons: { bindTo: [{ routingKey: orders.paid }] } }',
  right: 'consumers: { coupons: { bindTo: [{ routingKey: order.paid }] } }',
  check: (design) => {
    const routes = routesOf(design)
    return design.groups.flatMap(({ group, queues }) =>
      queues.flatMap((queue) =>
        placedBindings(design, queue).flatMap((binding) => {
          return binding.isListed && !routes.mayBeFed(binding) ? fault(group, binding, routes) : []
        }),
      ),
    )
  },
}

function fault(group: string, { exchange, routingKey, place }: PlacedBinding, routes: Routes): Fault {
  const keys = routes.sourcesOn(exchange).flatMap((source) => source.routingKey ?? [])
  return {
    message: `group "${group}" is bound to "${routingKey}" of the exchange "${exchange}", and no channel sends to it`,
    hint: hintFor(routingKey, [...new Set(keys)]),
    at: place,
  }
}

const mostKeys = 6

function hintFor(routingKey: string, keys: readonly string[]): string {
  const partial = routingKey.split('.').find((word) => word.length > 1 && /[*#]/.test(word))
  if (partial !== undefined) return `"${partial}" is a word like any other: * and # stand for whole words, between dots`
  const meant = didYouMean(routingKey, keys)
  if (meant !== undefined) return `did you mean "${meant}"?`
  const shown = keys.slice(0, mostKeys).map((key) => `"${key}"`)
  return `channels of the document send to ${shown.join(', ')}${keys.length > mostKeys ? ` and ${keys.length - mostKeys} more` : ''}`
}
