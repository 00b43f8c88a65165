import type { ExchangeDescriptors, QueueDescriptor } from '../../templates/runtime/types.js'

/** Whether the broker would put a message into a queue, by the rules of AMQP 0-9-1. */
export function routes(
  message: {
    readonly exchange: string
    readonly routingKey: string
    readonly headers: Readonly<Record<string, unknown>>
  },
  queue: QueueDescriptor,
  exchanges: ExchangeDescriptors,
): boolean {
  const { exchange, routingKey } = message
  if (exchange === '') return routingKey === queue.name
  const type = exchanges[exchange]?.type ?? exchange.replace(/^amq\./, '')
  return queue.bindings.some((binding) => {
    if (binding.exchange !== exchange) return false
    if (type === 'fanout') return true
    if (type === 'direct') return binding.routingKey === routingKey
    if (type === 'headers') return matchesHeaders(binding.arguments ?? {}, message.headers)
    return matchesTopic(binding.routingKey.split('.'), routingKey.split('.'))
  })
}

/** `*` stands for one word and `#` for any number of them. */
function matchesTopic(pattern: readonly string[], words: readonly string[]): boolean {
  const [first, ...rest] = pattern
  if (first === undefined) return words.length === 0
  if (first === '#') return matchesTopic(rest, words) || (words.length > 0 && matchesTopic(pattern, words.slice(1)))
  const [word, ...others] = words
  return word !== undefined && (first === '*' || first === word) && matchesTopic(rest, others)
}

function matchesHeaders(
  wanted: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, unknown>>,
): boolean {
  const { 'x-match': match, ...values } = wanted
  const fits = Object.entries(values).map(([name, value]) => headers[name] === value)
  return match === 'any' ? fits.some(Boolean) : fits.every(Boolean)
}
