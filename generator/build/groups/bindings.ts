import { parametersIn } from '../../model/address.js'
import type { BindingContract } from '../../model/contract.js'
import type { Context } from '../context.js'
import { type Located, valueAt } from '../located.js'
import { textAt } from '../located-values.js'
import { bindingKey, type ExchangeRouting, type Routing, reportMissingAddress } from '../routing.js'
import type { Contribution } from './contribution.js'
import { fitsAddress } from './fits-address.js'

/** What a channel binds the queue of a group to: what `bindTo` lists, else its exchange with its address. */
export function bindingsOf(context: Context, contribution: Contribution, routing: Routing): readonly BindingContract[] {
  const list = valueAt(contribution.settings, 'bindTo')
  if (list?.kind === 'list') return list.items.flatMap((item) => listedBinding(context, contribution, routing, item))
  // The default exchange knows every queue by its name.
  if (routing.kind !== 'exchange') return []
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
  const written = textAt(item, 'routingKey')
  const template = written ?? address
  const routingKey = template === undefined ? undefined : bindingKey(template)
  if (routingKey === undefined) {
    reportMissingAddress(context, contribution.channel)
    return []
  }
  reportParameters(context, contribution, { item, written, address })
  const headers = valueAt(item, 'arguments')
  reportMatch(context, headers)
  return [{ exchange, routingKey, ...(headers === undefined ? {} : { arguments: scalars(headers) }) }]
}

/** The routing keys with parameters that a group binds its queue with. */
export function boundTemplates({ settings }: Contribution): readonly string[] {
  const list = valueAt(settings, 'bindTo')
  const keys = list?.kind === 'list' ? list.items.flatMap((item) => textAt(item, 'routingKey') ?? []) : []
  return keys.filter((key) => parametersIn(key).length > 0)
}

/** Handlers are given the parameters of the address: a routing key has to say what they are. */
function reportParameters(
  context: Context,
  { channel }: Contribution,
  {
    item,
    written,
    address,
  }: { readonly item: Located; readonly written?: string | undefined; readonly address?: string | undefined },
): void {
  if (written === undefined) return
  const [known, given] = [parametersIn(address), parametersIn(written)]
  const at = valueAt(item, 'routingKey')?.place ?? item.place
  const unknown = given.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    context.report({
      rule: 'parameter-unknown',
      message: `the routing key "${written}" has the parameter "${unknown}", and the address of the channel "${channel.key}" does not`,
      hint: known.length === 0 ? 'write * for any word' : `write * for any word, or one of ${known.join(', ')}`,
      at,
    })
    return
  }
  // One that says some of them is a second address: handlers are told that the others may be absent.
  const missing = given.length > 0 ? undefined : known[0]
  if (missing === undefined || address === undefined || fitsAddress(bindingKey(written), address)) return
  context.report({
    rule: 'parameter-unreadable',
    severity: 'warning',
    message: `the routing key "${written}" does not say what the parameter "${missing}" is: messages that do not fit the address "${address}" are parked`,
    hint: `write {${missing}} in place of the * that stands for it`,
    at,
  })
}

/** The broker would refuse the binding, and the consumer not start. */
function reportMatch(context: Context, headers: Located | undefined): void {
  const match = valueAt(headers, 'x-match')
  const word = textAt(headers, 'x-match')
  if (match === undefined || (word !== undefined && matchWords.includes(word))) return
  context.report({
    rule: 'annotation-value-invalid',
    message: `x-match is ${match.kind === 'scalar' ? JSON.stringify(match.value) : 'no word'}: expected one of ${matchWords.join(', ')}`,
    hint: 'all wants every header to be equal, any wants one of them',
    at: match.place,
  })
}

const matchWords: readonly string[] = ['all', 'any', 'all-with-x', 'any-with-x']

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
