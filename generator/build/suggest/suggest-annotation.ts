import { nameWords } from '../../model/words.js'
import type { Channel, ChannelMessage } from '../channel.js'
import type { Context } from '../context.js'
import { type Node, objectAt, rawMember, textMember } from '../node.js'
import { type CandidateKey, candidateKey } from './candidate-key.js'

/** An annotation for a channel that has none, as lines of YAML: a start for people who know what the fields mean. */
export function suggestAnnotation(context: Context, root: Node, channel: Channel): readonly string[] {
  const keys = channel.messages.map((message) => ({ message, key: candidate(context, message) }))
  const [first] = keys
  const isSame = keys.every(({ key }) => JSON.stringify(key) === JSON.stringify(first?.key))
  const isSent = channel.sends.length > 0 && channel.receives.length === 0
  return [
    'x-idempotency:',
    ...(first !== undefined && isSame
      ? [`  businessKey: ${list(first.key)}${remark(first.key)}`]
      : ['  messages:', ...keys.map(({ message, key }) => messageLine(message, key))]),
    ...(isSent ? [] : [`  consumerGroup: ${scalar(groupOf(context, root))}`]),
  ]
}

/** Whether a message of the channel has a field that looks like an identifier. */
export function hasCandidates(context: Context, channel: Channel): boolean {
  return channel.messages.some((message) => candidate(context, message).fields.length > 0)
}

function candidate(context: Context, { node }: ChannelMessage): CandidateKey {
  const payload = rawMember(node, 'payload')
  return payload === undefined ? { fields: [], areRequired: false } : candidateKey(context, payload)
}

function messageLine({ key: name }: ChannelMessage, key: CandidateKey): string {
  return `    ${scalar(name)}: { businessKey: ${list(key)} }${remark(key)}`
}

function list({ fields }: CandidateKey): string {
  return fields.length === 0 ? unknownKey : `[${fields.map(scalar).join(', ')}]`
}

/** What has to be done before the suggestion is right. */
function remark({ fields, areRequired }: CandidateKey): string {
  if (fields.length === 0) return ' # no field looks like an identifier'
  return areRequired ? '' : ' # to be added to required: without it a message has no key'
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
const noName: ReadonlySet<string> = new Set(['api', 'asyncapi', 'async', 'the', 'a', 'an', 'example', 'sample', 'spec'])

/** A text as YAML reads it back: JSON is YAML. */
function scalar(text: string): string {
  const isPlain = /^[A-Za-z_][\w.-]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text)
  return isPlain ? text : JSON.stringify(text)
}
