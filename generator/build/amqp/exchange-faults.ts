import type { Context } from '../context.js'
import { childPlace, flagMember, type Node } from '../node.js'

/** The exchanges that every broker has, with their types. */
export const predeclaredTypes: ReadonlyMap<string, string> = new Map([
  ['amq.direct', 'direct'],
  ['amq.fanout', 'fanout'],
  ['amq.headers', 'headers'],
  ['amq.match', 'headers'],
  ['amq.topic', 'topic'],
])

/** AMQP writes the length of a name in one byte. */
const longestName = 255

/** What a named exchange cannot be: `written` is the type that the binding gives it. */
export function reportExchange(
  context: Context,
  { exchange, name, written }: { readonly exchange: Node; readonly name: string; readonly written: string | undefined },
): void {
  const bytes = Buffer.byteLength(name)
  if (bytes > longestName) {
    context.report({
      rule: 'name-too-long',
      message: `the exchange "${name.slice(0, 40)}…" takes ${bytes} bytes`,
      hint: `AMQP carries ${longestName}: give it a shorter name`,
      at: childPlace(exchange.place, 'name'),
    })
  }
  const fixed = predeclaredTypes.get(name)
  if (written === 'default') {
    context.report({
      rule: 'exchange-type-wrong',
      message: `"${name}" is said to be the default exchange, which has no name`,
      hint: 'remove the name, and messages go to the queue that the address names; or write type: direct',
      at: childPlace(exchange.place, 'type'),
    })
  } else if (fixed !== undefined && written !== undefined && written !== fixed) {
    context.report({
      rule: 'exchange-type-wrong',
      message: `"${name}" is a ${fixed} exchange on every broker, and is described as ${written}`,
      hint: `write type: ${fixed}, or name an exchange of your own`,
      at: childPlace(exchange.place, 'type'),
    })
  }
  const isOther =
    flagMember(context, exchange, 'durable') === false || flagMember(context, exchange, 'autoDelete') === true
  if (fixed === undefined || !isOther) return
  context.report({
    rule: 'binding-unused',
    severity: 'info',
    message: `"${name}" stands on every broker, durable and for good, and is never declared`,
    hint: 'leave durable and autoDelete out',
    at: exchange.place,
  })
}
