import type { ExchangeContract } from '../model/contract.js'
import { placeKey } from '../model/pointer.js'
import type { Channel } from './channel.js'
import type { Context } from './context.js'
import { sortedRecord } from './group-by.js'
import { namesInWords } from './in-words.js'
import { type ExchangeRouting, isPredeclared, routingOf } from './routing.js'

/** What the channels say about the named exchanges. Ones that no channel describes belong to others and are not declared. */
export function exchangesOf(
  context: Context,
  channels: readonly Channel[],
  names: ReadonlySet<string>,
): Readonly<Record<string, ExchangeContract>> {
  const found = new Map<string, ExchangeRouting>()
  for (const channel of channels) {
    const routing = routingOf(context, channel)
    if (routing.kind !== 'exchange') continue
    const { name } = routing.exchange
    if (!names.has(name) || isPredeclared(name)) continue
    const before = found.get(name)
    if (before === undefined) found.set(name, routing)
    else reportConflict(context, before, routing)
  }
  return sortedRecord([...found].map(([name, { exchange }]) => [name, settingsOf(exchange)]))
}

function settingsOf({ type, durable, autoDelete }: ExchangeContract): ExchangeContract {
  return { type, durable, autoDelete }
}

/** A broker has one exchange of a name, and closes the channel of whoever declares it otherwise. */
function reportConflict(context: Context, before: ExchangeRouting, other: ExchangeRouting): void {
  const [one, two] = [before, other].map(({ exchange }) => settingsOf(exchange))
  const [key] = (['type', 'durable', 'autoDelete'] as const).filter((name) => one?.[name] !== two?.[name])
  if (key === undefined) return
  context.report({
    rule: 'exchange-conflict',
    message: `the exchange "${other.exchange.name}" has ${key} ${two?.[key]} here and ${one?.[key]} at ${placeKey(before.place)}`,
    hint: 'there is one exchange of a name: describe it once under components.channelBindings and refer to it',
    at: other.place,
  })
}

/** One line for all channels that name no exchange. */
export function reportAssumedExchanges(
  context: Context,
  channels: readonly Channel[],
  used: ReadonlySet<string>,
): void {
  const assumed = channels.flatMap((channel) => {
    const routing = routingOf(context, channel)
    if (routing.kind !== 'exchange' || !routing.exchange.isAssumed || !used.has(routing.exchange.name)) return []
    return [{ channel, routing }]
  })
  const [first] = assumed
  if (first === undefined) return
  const names = assumed.map(({ channel }) => `"${channel.key}"`)
  const exchanges = [...new Set(assumed.map(({ routing }) => routing.exchange.name))].join(', ')
  const [name, use] = names.length === 1 ? ['names', 'uses'] : ['name', 'use']
  context.report({
    rule: 'exchange-assumed',
    severity: 'info',
    message: `${namesInWords(names)} ${name} no exchange and ${use} ${exchanges}`,
    hint: 'name the exchange in the AMQP binding of the channel',
    at: first.channel.node.place,
  })
}
