import { didYouMean } from '../../model/did-you-mean.js'
import type { Channel } from '../channel.js'
import type { Context } from '../context.js'
import { groupBy } from '../group-by.js'
import { wordsFor } from '../in-words.js'
import { childPlace, objectAt } from '../node.js'

/** What the binding's specification gives exchanges and queues; its schema lets any other word through. */
const fields = {
  exchange: ['name', 'type', 'durable', 'autoDelete', 'vhost'],
  queue: ['name', 'durable', 'exclusive', 'autoDelete', 'vhost'],
} as const

/** A misspelled `durable` would otherwise be the default without a word. One line for each word, whatever the number of channels. */
export function reportUnknownFields(context: Context, channels: readonly Channel[]): void {
  for (const [, [first, ...others]] of groupBy(
    channels.flatMap(unknownFields),
    ({ part, name }) => `${part} ${name}`,
  )) {
    const { part, name, place } = first
    const known = fields[part]
    const meant = didYouMean(name, known)
    const more =
      others.length === 0 ? '' : `, and so ${others.length} more ${wordsFor(others.length, ['time', 'times'])}`
    context.report({
      rule: 'binding-unused',
      severity: 'warning',
      message: `"${name}" is no field of ${part === 'exchange' ? 'an exchange' : 'a queue'} in the AMQP binding, and is not read${more}`,
      hint: meant === undefined ? `there are ${known.join(', ')}` : `did you mean "${meant}"?`,
      at: place,
    })
  }

  function unknownFields({ amqp }: Channel) {
    return (['exchange', 'queue'] as const).flatMap((part) => {
      const node = amqp === undefined ? undefined : objectAt(context, amqp, part)
      const names = node === undefined ? [] : Object.keys(node.value)
      const known: readonly string[] = fields[part]
      const unknown = names.filter((name) => !known.includes(name) && !name.startsWith('x-') && name !== '$ref')
      return node === undefined ? [] : unknown.map((name) => ({ part, name, place: childPlace(node.place, name) }))
    })
  }
}
