import { isList } from '../model/document.js'
import type { Channel, Operation } from './channel.js'
import type { Context } from './context.js'
import { placeShapes } from './grammar/places.js'
import { childPlace, flagMember, rawMember } from './node.js'

/** What operations say that does not come about: keys that mean something on the other kind, `ack: false`. */
export function reportChannel(context: Context, channel: Channel): void {
  for (const operation of [...channel.sends, ...channel.receives]) reportEmptyList(context, operation)
  for (const operation of channel.sends) {
    report(context, operation, {
      isMisplaced: (name) => name !== 'publish' && !Object.hasOwn(placeShapes.message.keys, name),
      hint: `it is for consumers: it may stand on a channel, on an operation that receives or in a group under consumers`,
    })
  }
  for (const operation of channel.receives) {
    reportAck(context, operation)
    report(context, operation, {
      isMisplaced: (name) => name === 'publish',
      hint: 'it is for publishers: it may stand on a channel or on an operation that sends',
    })
  }
}

/** Left out, the list means all messages of the channel; empty, it means none of them. */
function reportEmptyList(context: Context, { key, node }: Operation): void {
  const list = rawMember(node, 'messages')
  if (list === undefined || !isList(list.value) || list.value.length > 0) return
  context.report({
    rule: 'messages-missing',
    severity: 'warning',
    message: `"${key}" lists no messages: nothing is generated for it`,
    hint: 'remove messages, and it means all messages of the channel; or list some',
    at: list.place,
  })
}

function reportAck(context: Context, { key, amqp }: Operation): void {
  if (amqp === undefined || flagMember(context, amqp, 'ack') !== false) return
  context.report({
    rule: 'ack-false',
    severity: 'warning',
    message: `"${key}" says ack: false, and a consumer of idemgen acknowledges each message after its commit`,
    hint: 'remove ack: without it a message would be lost when the process dies',
    at: childPlace(amqp.place, 'ack'),
  })
}

function report(
  context: Context,
  operation: Operation,
  check: { readonly isMisplaced: (name: string) => boolean; readonly hint: string },
): void {
  for (const [name, value] of operation.annotation?.settings?.members ?? []) {
    if (!check.isMisplaced(name)) continue
    const message = `"${name}" has no meaning on the operation "${operation.key}"`
    const hint = `${check.hint}${otherReading(operation)}`
    context.report({ rule: 'annotation-key-misplaced', message, hint, at: value.place })
  }
}

/** The words of AsyncAPI 2 are often taken for what the application does itself. */
function otherReading({ verb }: Operation): string {
  if (verb === 'send' || verb === 'receive') return ''
  const act =
    verb === 'publish' ? 'the application receives what others publish' : 'the application sends what others get'
  return `; under "${verb}" ${act}: where the document means the opposite, say --perspective client`
}
