import type { FieldExpression } from './field-expression.js'

/**
 * What an expression may mean that is written in another notation, most likely first: JSONPath (`$.order.id`), a pointer
 * (`#/order/id`), a path that starts at the message (`payload.order.id`, `headers.tenantId`), a placeholder (`{orderId}`).
 * None for one that is written as the grammar asks.
 */
export function otherSpellings(text: string): readonly FieldExpression[] {
  const bare = text.trim().replace(/^\$?\{+\s*(.*?)\s*\}+$/s, '$1')
  const inside = bare.replace(messagePart, '')
  // `payload.id` may be what it says; nothing in a payload is called `$payload`.
  const paths = [...(bare.startsWith('$') ? [] : [bare]), inside].map(stepsOf)
  const inPayload = paths.filter((path) => path.length > 0).map((path) => ({ in: 'payload' as const, path }))
  return [...apart(bare, headerPart, 'header'), ...apart(bare, parameterPart, 'parameter'), ...inPayload].filter(
    ({ in: part, path }) => part !== 'payload' || path.join('.') !== text,
  )
}

const messagePart = /^\$?(message\.)?(payload|body|data|content|event|message|msg)([.#/]+|(?=\[))/i
const headerPart = /^\$?(?:message\.)?headers?[.#/]+(.+)$/is
const parameterPart = /^\$?(?:message\.)?(?:parameters?|params?)[.#/]+(.+)$/is

function apart(text: string, pattern: RegExp, part: 'header' | 'parameter'): readonly FieldExpression[] {
  const name = pattern.exec(text)?.[1]
  return name === undefined ? [] : [{ in: part, path: [name] }]
}

/** `$.lines[0].id`, `$['lines']`, `/lines/id` and `lines->id` as the names on the way. */
function stepsOf(text: string): readonly string[] {
  const dotted = text
    .replace(/^[$#]/, '')
    .replace(/\[\s*(?:\d*|\*)\s*\]/g, '')
    .replace(/\[\s*(["'])(.*?)\1\s*\]/g, '.$2')
    .replace(/->>?/g, '.')
  const separator = dotted.includes('/') ? '/' : '.'
  return dotted.split(separator).filter((name) => name !== '')
}
