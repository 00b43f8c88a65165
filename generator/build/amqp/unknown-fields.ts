import { didYouMean } from '../../model/did-you-mean.js'
import type { Json } from '../../model/document.js'
import { annotationLine, homemadeWord } from '../../model/homemade-words.js'
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
    const { part, name, value, place } = first
    const known = fields[part]
    const more =
      others.length === 0 ? '' : `, and so ${others.length} more ${wordsFor(others.length, ['time', 'times'])}`
    context.report({
      rule: 'binding-unused',
      severity: 'warning',
      message: `"${name}" is no field of ${part === 'exchange' ? 'an exchange' : 'a queue'} in the AMQP binding, and is not read${more}`,
      hint: hintFor({ name, value, known }),
      at: place,
    })
  }

  function unknownFields({ amqp }: Channel) {
    return (['exchange', 'queue'] as const).flatMap((part) => {
      const node = amqp === undefined ? undefined : objectAt(context, amqp, part)
      const names = node === undefined ? [] : Object.keys(node.value)
      const known: readonly string[] = fields[part]
      const unknown = names.filter((name) => !known.includes(name) && !name.startsWith('x-') && name !== '$ref')
      return node === undefined
        ? []
        : unknown.map((name) => ({
            part,
            name,
            value: node.value[name] ?? null,
            place: childPlace(node.place, name),
          }))
    })
  }
}

function hintFor({
  name,
  value,
  known,
}: {
  readonly name: string
  readonly value: Json
  readonly known: readonly string[]
}): string {
  const meant = didYouMean(name, known)
  if (meant !== undefined) return `did you mean "${meant}"?`
  const word = homemadeWord(name, value)
  return word === undefined ? `there are ${known.join(', ')}` : `write it as ${annotationLine(word.annotation)}`
}
