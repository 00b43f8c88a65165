import type { Context } from '../context.js'
import { childPlace, type Node, textMember } from '../node.js'

/** How the body of a message is compressed; undefined for not at all. */
export function contentEncodingOf(context: Context, amqp: Node | undefined): string | undefined {
  const written = textMember(context, amqp, 'contentEncoding')
  if (amqp === undefined || written === undefined) return undefined
  const encoding = written.trim().toLowerCase().replace(/^x-/, '')
  if (compressions.has(encoding)) return encoding
  if (['', 'identity'].includes(encoding)) return undefined
  if (['utf-8', 'utf8'].includes(encoding)) {
    reportCharset(context, amqp, written)
    return undefined
  }
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

/** Many documents do it, and nothing is lost: JSON is UTF-8. */
function reportCharset(context: Context, amqp: Node, written: string): void {
  context.report({
    rule: 'content-encoding-charset',
    severity: 'info',
    message: `"${written}" is a charset and no content encoding: bodies are sent as they are`,
    hint: 'leave it out; a charset belongs to contentType',
    at: childPlace(amqp.place, 'contentEncoding'),
  })
}

const compressions: ReadonlySet<string> = new Set(['gzip', 'deflate', 'br'])
