import type { Found } from '../../model/reference.js'
import type { ChannelMessage } from '../channel.js'
import type { Context } from '../context.js'
import { alternatives } from '../schema/alternatives.js'
import { typesOf } from '../schema/types.js'

/** Headers that no message can have: AMQP carries them as a table, and every delivery would be parked. */
export function reportHeaders(context: Context, message: ChannelMessage, headers: Found | undefined): void {
  const types = headers === undefined ? undefined : typesOf(alternatives(context, headers))
  if (headers === undefined || types === undefined || types.has('object')) return
  context.report({
    rule: 'headers-no-object',
    message: `the headers of "${message.key}" are described as ${[...types].join(' or ') || 'what no value is'}, and those of an AMQP message are an object`,
    hint: 'write "type: object" with each header under properties',
    at: headers.place,
  })
}
