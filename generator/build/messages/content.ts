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

/** Whether a content type is JSON or a format based on it: `application/cloudevents+json`. */
export function isJson(contentType: string): boolean {
  const [type = ''] = contentType.split(';')
  return /^[^/\s]+\/([^/\s]+\+)?json$/i.test(type.trim())
}

const compressions: ReadonlySet<string> = new Set(['gzip', 'deflate', 'br'])
