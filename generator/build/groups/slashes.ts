import { parametersIn } from '../../model/address.js'
import type { Channel } from '../channel.js'
import type { Context } from '../context.js'
import { namesInWords } from '../in-words.js'
import { valueAt } from '../located.js'
import { bindingKey, routingOf } from '../routing.js'
import type { Contribution } from './contribution.js'

/** Addresses in the notation of MQTT and URLs: to RabbitMQ they are one word, which a parameter makes any word. */
export function reportSlashes(context: Context, contributions: readonly Contribution[]): void {
  const channels = contributions.flatMap((contribution) =>
    takesAnyWord(context, contribution) ? contribution.channel : [],
  )
  const [first] = new Set(channels)
  if (first?.address === undefined) return
  context.report({
    rule: 'address-is-one-word',
    severity: 'warning',
    message: `${subject(channels)} with slashes: RabbitMQ parts words by dots, so the queue gets every routing key of one word`,
    hint: `write dots, "${first.address.replaceAll('/', '.')}", or list routing keys under bindTo`,
    at: first.node.place,
  })
}

function takesAnyWord(context: Context, { channel, settings }: Contribution): boolean {
  const { address = '' } = channel
  if (!address.includes('/') || parametersIn(address).length === 0 || valueAt(settings, 'bindTo') !== undefined)
    return false
  const routing = routingOf(context, channel)
  return routing.kind === 'exchange' && routing.exchange.type === 'topic' && bindingKey(address) === '*'
}

function subject(channels: readonly Channel[]): string {
  const keys = [...new Set(channels.map(({ key }) => `"${key}"`))]
  return (
    namesInWords(keys, ['the channel', 'the channels']) + (keys.length === 1 ? ' has an address' : ' have addresses')
  )
}
