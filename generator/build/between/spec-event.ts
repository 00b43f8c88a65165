import type { MessageContract } from '../../model/contract.js'
import { bindingKey } from '../routing.js'
import { type BuiltSpec, placeOf, type Standing } from './built-spec.js'

/** A message as one document describes it. */
export interface SpecEvent extends Standing {
  readonly name: string
  readonly message: MessageContract
}

export function eventsOf(spec: BuiltSpec, names: Iterable<string>): readonly SpecEvent[] {
  return [...names].flatMap((name) => {
    const message = spec.contract.messages[name]
    if (message === undefined) return []
    return { spec, name, message, place: placeOf(message.from) }
  })
}

/** Whether two documents speak of the same event. */
export function haveCommonSource(one: SpecEvent, other: SpecEvent): boolean {
  const sources = sourcesOf(other)
  return [...sourcesOf(one)].some((source) => sources.has(source))
}

/**
 * Where a message comes from, in words that two documents have in common: exchange and routing key, without the names
 * of parameters. Documents that name one source speak of the same event.
 */
function sourcesOf({ spec: { contract }, name: message }: SpecEvent): ReadonlySet<string> {
  const published = Object.values(contract.publishers)
    .filter((publisher) => publisher.message === message)
    .flatMap(({ channels }) => Object.values(channels))
    .map(({ exchange, routingKey }) => sourceName(exchange, bindingKey(routingKey)))
  const received = Object.values(contract.groups)
    .flatMap(({ queues }) => queues)
    .filter(({ messages }) => messages.includes(message))
    .flatMap(({ name, bindings }) => {
      // A queue that nothing is bound to gets what is sent to the default exchange under its name.
      if (bindings.length === 0) return [sourceName('', name)]
      return bindings.map(({ exchange, routingKey }) => sourceName(exchange, routingKey))
    })
  return new Set([...published, ...received])
}

function sourceName(exchange: string, routingKey: string): string {
  return JSON.stringify([exchange, routingKey])
}
