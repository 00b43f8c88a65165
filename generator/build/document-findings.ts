import { didYouMean } from '../model/did-you-mean.js'
import { misspelledIn } from './annotation.js'
import { type Channel, isAnnotated } from './channel.js'
import type { Context } from './context.js'
import { namesInWords } from './in-words.js'
import { type Node, rawMember } from './node.js'
import { hasCandidates, suggestAnnotation } from './suggest/suggest-annotation.js'

/** One line about what nothing is generated for, since leaving an annotation out is fine. */
export function reportUnannotated(context: Context, root: Node, channels: readonly Channel[]): void {
  if (channels.length === 0) {
    context.report({
      rule: 'channels-missing',
      severity: 'info',
      message: 'the document has no channels: nothing is generated',
      hint: 'describe a channel with its messages, and add x-idempotency to it',
      at: rawMember(root, 'channels')?.place ?? root.place,
    })
    return
  }
  const unannotated = channels.filter((channel) => {
    return !isAnnotated(channel) && !answersAnnotated(channel) && !isMisspelled(channel)
  })
  const [first] = unannotated
  if (first === undefined) return
  const isAll = unannotated.length === channels.length
  const suggested = isAll
    ? byCandidates(
        context,
        channels.filter(({ messages }) => messages.length > 0),
      )
    : []
  context.report({
    rule: 'channel-unannotated',
    severity: 'info',
    message: unannotatedText(unannotated, channels.length),
    hint:
      suggested.length > 0
        ? 'see below what it could be'
        : 'add x-idempotency with businessKey and consumerGroup to a channel',
    at: isAll ? (rawMember(root, 'channels')?.place ?? root.place) : first.node.place,
  })
  reportSuggestions(context, root, suggested)
}

/** Those whose events have something like an identifier first: they are what people want to begin with. */
function byCandidates(context: Context, channels: readonly Channel[]): readonly Channel[] {
  // Looking into every payload of a large document would be slow, for a suggestion.
  const [looked, rest] = [channels.slice(0, mostLooked), channels.slice(mostLooked)]
  const named = looked.filter((channel) => hasCandidates(context, channel))
  return [...named, ...looked.filter((channel) => !named.includes(channel)), ...rest]
}

const mostLooked = 30
const mostSuggestions = 3

/** Whoever starts with a document of theirs sees what an annotation looks like in it. */
function reportSuggestions(context: Context, root: Node, channels: readonly Channel[]): void {
  const rest = channels.length - mostSuggestions
  for (const [i, channel] of channels.slice(0, mostSuggestions).entries()) {
    const isLast = i === mostSuggestions - 1 && rest > 0
    const lines = suggestAnnotation(context, root, channel)
    context.report({
      rule: 'annotation-suggested',
      severity: 'info',
      message: `an annotation for the channel "${channel.key}"${isLast ? `, and so on for ${rest} more` : ''}`,
      hint: ['put it into the channel, and check which fields tell one event from another:', ...lines].join('\n'),
      at: channel.node.place,
    })
  }
}

/** An annotation was meant, which has been told. */
function isMisspelled(channel: Channel): boolean {
  const parts = [channel, ...channel.messages, ...channel.sends, ...channel.receives]
  return parts.some(({ node }) => misspelledIn(node).length > 0)
}

/** Its messages come with those that they answer. */
function answersAnnotated({ replying = [] }: Channel): boolean {
  return replying.some(({ channel }) => isAnnotated(channel))
}

function unannotatedText(unannotated: readonly Channel[], all: number): string {
  if (unannotated.length === all) return 'no channel has an x-idempotency: nothing is generated'
  const names = namesInWords(unannotated.map(({ key }) => `"${key}"`))
  return unannotated.length === 1
    ? `${names} has no x-idempotency: nothing is generated for it`
    : `${names} have no x-idempotency: nothing is generated for them`
}

/** Groups that were asked for and are not there. */
export function reportUnknownGroups(context: Context, known: readonly string[], wanted: readonly string[]): void {
  for (const group of wanted) {
    if (known.includes(group)) continue
    const meant = didYouMean(group, known)
    context.report({
      rule: 'group-unknown',
      message: `the document has no consumer group "${group}"`,
      hint: meant === undefined ? `its groups are ${known.join(', ') || 'none'}` : `did you mean "${meant}"?`,
      at: { file: '', pointer: '' },
    })
  }
}
