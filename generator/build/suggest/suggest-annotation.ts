import { nameWords } from '../../model/words.js'
import type { Channel, ChannelMessage } from '../channel.js'
import type { Context } from '../context.js'
import { type Node, objectAt, rawMember, textMember } from '../node.js'
import { candidateKey } from './candidate-key.js'

/** An annotation for a channel that has none, as lines of YAML: a start for people who know what the fields mean. */
export function suggestAnnotation(context: Context, root: Node, channel: Channel): readonly string[] {
  const keys = channel.messages.map((message) => ({ message, key: keyOf(context, message) }))
  const [first] = keys
  const isSame = keys.every(({ key }) => key === first?.key)
  const isSent = channel.sends.length > 0 && channel.receives.length === 0
  return [
    'x-idempotency:',
    ...(isSame
      ? [`  businessKey: ${first?.key ?? unknownKey}`]
      : ['  messages:', ...keys.map(({ message, key }) => `    ${scalar(message.key)}: { businessKey: ${key} }`)]),
    ...(isSent ? [] : [`  consumerGroup: ${scalar(groupOf(context, root))}`]),
  ]
}

function keyOf(context: Context, { node }: ChannelMessage): string {
  const payload = rawMember(node, 'payload')
  const fields = payload === undefined ? [] : candidateKey(context, payload)
  return fields.length === 0 ? unknownKey : `[${fields.map(scalar).join(', ')}]`
}

/** For people to replace: no such field exists, so that it cannot be left in by mistake. */
const unknownKey = '[the-fields-that-name-the-event]'

/** The service that the document describes. */
function groupOf(context: Context, root: Node): string {
  const words = nameWords(textMember(context, objectAt(context, root, 'info'), 'title') ?? '')
  const named = words.filter((word) => !noName.has(word)).join('-')
  return [...(named === '' ? 'my-service' : named)].slice(0, longestGroup).join('')
}

const longestGroup = 60
const noName: ReadonlySet<string> = new Set(['api', 'asyncapi', 'the', 'a', 'an', 'example', 'sample', 'spec'])

/** A text as YAML reads it back: JSON is YAML. */
function scalar(text: string): string {
  const isPlain = /^[A-Za-z_][\w.-]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text)
  return isPlain ? text : JSON.stringify(text)
}
