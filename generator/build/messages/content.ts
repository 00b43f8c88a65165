import type { ChannelMessage } from '../channel.js'
import type { Context } from '../context.js'
import { childPlace, type Node, textMember } from '../node.js'

/** How the body of a message is compressed; undefined for not at all. */
export function contentEncodingOf(context: Context, amqp: Node | undefined): string | undefined {
  const written = textMember(context, amqp, 'contentEncoding')
  if (amqp === undefined || written === undefined) return undefined
  const encoding = written.trim().toLowerCase().replace(/^x-/, '')
  if (compressions.has(encoding)) return encoding
  // Many documents name the charset here.
  if (['', 'identity', 'utf-8', 'utf8'].includes(encoding)) return undefined
  context.report({
    rule: 'content-encoding-unsupported',
    message: `the content encoding "${written}" is not one that idemgen writes and reads`,
    hint: `use one of ${[...compressions].join(', ')}, or leave it out`,
    at: childPlace(amqp.place, 'contentEncoding'),
  })
  return undefined
}

/** Bodies are JSON: keys and fingerprints are made of its values. */
export function reportContentType(context: Context, message: ChannelMessage, contentType: string | undefined): void {
  const [type = ''] = (contentType ?? 'application/json').split(';')
  if (/^[^/\s]+\/([^/\s]+\+)?json$/i.test(type.trim())) return
  context.report({
    rule: 'content-type-unsupported',
    message: `the body of "${message.key}" is "${contentType}", and idemgen reads and writes JSON only`,
    hint: 'set contentType to application/json, or leave the channel out with x-idempotency: false',
    at: message.node.place,
  })
}

const compressions: ReadonlySet<string> = new Set(['gzip', 'deflate', 'br'])
