import { isList } from '../model/document.js'
import type { Channel, Operation } from './channel.js'
import type { Context } from './context.js'
import { childPlace, flagMember, member, type Node } from './node.js'

/** What operations say that does not come about: keys that mean something on the other kind, `ack: false`, traits. */
export function reportChannel(context: Context, channel: Channel): void {
  for (const { key, node } of channel.messages) reportTraits(context, node, `message "${key}"`)
  for (const { key, node } of [...channel.sends, ...channel.receives]) {
    reportTraits(context, node, `operation "${key}"`)
  }
  for (const operation of channel.sends) {
    report(context, operation, {
      isMisplaced: (name) => name !== 'publish',
      hint: 'it is for consumers: it may stand on a channel, on a receive operation or in a group under consumers',
    })
  }
  for (const operation of channel.receives) {
    reportAck(context, operation)
    report(context, operation, {
      isMisplaced: (name) => name === 'publish',
      hint: 'it is for publishers: it may stand on a channel or on a send operation',
    })
  }
}

/** Left out in silence, a trait's headers, bindings or annotation would be missing from the output. */
function reportTraits(context: Context, node: Node, what: string): void {
  const traits = member(context, node, 'traits')
  if (traits === undefined || !isList(traits.value) || traits.value.length === 0) return
  context.report({
    rule: 'not-built-yet',
    message: `the traits of the ${what} are not applied yet`,
    hint: 'write what they say into the object itself',
    at: childPlace(node.place, 'traits'),
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
    context.report({ rule: 'annotation-key-misplaced', message, hint: check.hint, at: value.place })
  }
}
