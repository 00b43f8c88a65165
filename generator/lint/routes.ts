import type { Channel } from '../build/channel.js'
import type { Design } from '../build/design.js'
import { groupBy } from '../build/group-by.js'
import { type ExchangeRouting, routingOf } from '../build/routing.js'
import type { PlacedBinding } from './placed-bindings.js'
import { createTopicIndex } from './topic-index.js'
import { overlap, type TopicWord, topicWords } from './topic-words.js'

/** A channel of the document whose messages go to an exchange. */
export interface Source {
  readonly channel: Channel
  readonly type: ExchangeRouting['exchange']['type']
  /** Absent where the document describes none. */
  readonly routingKey?: string
}

/** Which queues get what the channels of a document send. */
export interface Routes {
  readonly sourcesOn: (exchange: string) => readonly Source[]
  /** The channels that send nothing but what goes through the binding. Those of headers exchanges cannot be told. */
  readonly covered: (binding: PlacedBinding) => readonly Source[]
  /** Whether the binding lets anything through that a channel sends; true where that cannot be told. */
  readonly mayBeFed: (binding: PlacedBinding) => boolean
}

export function routesOf({ channels, context }: Design): Routes {
  const sources = channels.flatMap((channel) => {
    const routing = routingOf(context, channel)
    if (routing.kind !== 'exchange' || channel.messages.length === 0) return []
    const { exchange, routingKey } = routing
    const source: Source = { channel, type: exchange.type, ...(routingKey === undefined ? {} : { routingKey }) }
    return [{ exchange: exchange.name, source }]
  })
  const exchanges = new Map(
    [...groupBy(sources, ({ exchange }) => exchange)].map(([name, own]) => {
      return [name, exchangeRoutes(own.map(({ source }) => source))] as const
    }),
  )
  return {
    sourcesOn: (exchange) => exchanges.get(exchange)?.sources ?? [],
    covered: (binding) => exchanges.get(binding.exchange)?.covered(binding.routingKey) ?? [],
    mayBeFed: (binding) => exchanges.get(binding.exchange)?.mayBeFed(binding.routingKey) ?? true,
  }
}

interface ExchangeRoutes {
  readonly sources: readonly Source[]
  readonly covered: (routingKey: string) => readonly Source[]
  readonly mayBeFed: (routingKey: string) => boolean
}

interface KeyWords {
  readonly key: string
  readonly type: Source['type']
  readonly words: readonly TopicWord[]
}

function exchangeRoutes(sources: readonly Source[]): ExchangeRoutes {
  const keyed = sources.flatMap((source) =>
    source.routingKey === undefined ? [] : [[source.routingKey, source] as const],
  )
  const byKey = groupBy(keyed, ([key]) => key)
  const topics = createTopicIndex(keyed.filter(([, { type }]) => type === 'topic'))
  const fanouts = sources.filter(({ type }) => type === 'fanout')
  let known: readonly KeyWords[] | undefined
  const words = () => {
    known ??= keyed.map(([key, { type }]) => ({ key, type, words: topicWords(key) }))
    return known
  }
  const areSimple = sources.every(
    ({ type, routingKey }) => type !== 'headers' && type !== 'fanout' && routingKey !== undefined,
  )
  return {
    sources,
    covered: (routingKey) => {
      const same = (byKey.get(routingKey) ?? []).flatMap(([, source]) => (source.type === 'direct' ? [source] : []))
      return [...fanouts, ...same, ...topics.coveredBy(routingKey)]
    },
    mayBeFed: (routingKey) => {
      if (!areSimple || byKey.has(routingKey) || topics.coveredBy(routingKey).length > 0) return true
      const wanted = topicWords(routingKey)
      return words().some(({ key, type, words: own }) => (type === 'direct' ? key.includes('{') : overlap(wanted, own)))
    },
  }
}
