import type { Channel, Operation } from './channel.js'
import type { Context } from './context.js'

/** Keys that mean something on one kind of operation only. */
export function reportOperationKeys(context: Context, channel: Channel): void {
  for (const operation of channel.sends) {
    report(context, operation, {
      isMisplaced: (name) => name !== 'publish',
      hint: 'it is for consumers: it may stand on a channel, on a receive operation or in a group under consumers',
    })
  }
  for (const operation of channel.receives) {
    report(context, operation, {
      isMisplaced: (name) => name === 'publish',
      hint: 'it is for publishers: it may stand on a channel or on a send operation',
    })
  }
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
