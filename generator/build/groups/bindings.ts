import type { BindingContract } from '../../model/contract.js'
import { parametersIn } from '../channel.js'
import type { Context } from '../context.js'
import { type Located, valueAt } from '../located.js'
import { textAt } from '../located-values.js'
import { bindingKey, type ExchangeRouting, type Routing, reportMissingAddress } from '../routing.js'
import type { Contribution } from './contribution.js'

/** What a channel binds the queue of a group to: what `bindTo` lists, else its exchange with its address. */
export function bindingsOf(context: Context, contribution: Contribution, routing: Routing): readonly BindingContract[] {
  const list = valueAt(contribution.settings, 'bindTo')
  if (list?.kind === 'list') return list.items.flatMap((item) => listedBinding(context, contribution, routing, item))
  // The default exchange knows every queue by its name.
  if (routing.kind === 'queue') return []
  const key = routing.routingKey
  if (key === undefined) {
    reportMissingAddress(context, contribution.channel)
    return []
  }
  reportDirectParameter(context, contribution, { ...routing, routingKey: key })
  return [{ exchange: routing.exchange.name, routingKey: bindingKey(key) }]
}

function listedBinding(
  context: Context,
  contribution: Contribution,
  routing: Routing,
  item: Located,
): readonly BindingContract[] {
  const exchange = textAt(item, 'exchange') ?? (routing.kind === 'exchange' ? routing.exchange.name : undefined)
  if (exchange === undefined) {
    context.report({
      rule: 'annotation-value-invalid',
      message: `bindTo names no exchange, and the channel "${contribution.channel.key}" has none`,
      hint: 'add exchange',
      at: item.place,
    })
    return []
  }
  const address = routing.kind === 'exchange' ? routing.routingKey : contribution.channel.address
  const routingKey = textAt(item, 'routingKey') ?? (address === undefined ? undefined : bindingKey(address))
  if (routingKey === undefined) {
    reportMissingAddress(context, contribution.channel)
    return []
  }
  const headers = valueAt(item, 'arguments')
  return [{ exchange, routingKey, ...(headers === undefined ? {} : { arguments: scalars(headers) }) }]
}

function scalars(headers: Located): Readonly<Record<string, string | number | boolean>> {
  const members = headers.kind === 'object' ? [...headers.members] : []
  return Object.fromEntries(
    members.flatMap(([name, value]) => {
      return value.kind === 'scalar' && value.value !== null ? [[name, value.value] as const] : []
    }),
  )
}

/** `*` stands for a word on topic exchanges alone; elsewhere the queue would wait for ever. */
function reportDirectParameter(
  context: Context,
  contribution: Contribution,
  routing: ExchangeRouting & { readonly routingKey: string },
): void {
  if (routing.exchange.type !== 'direct' || parametersIn(routing.routingKey).length === 0) return
  context.report({
    rule: 'parameter-on-direct-exchange',
    message: `the address "${routing.routingKey}" has a parameter, and a direct exchange compares whole routing keys`,
    hint: 'make the exchange a topic exchange, or list the routing keys under bindTo',
    at: contribution.channel.node.place,
  })
}
