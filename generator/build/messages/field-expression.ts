import type { LocationContract } from '../../model/contract.js'

/** What an expression such as `order.id`, `$message.header#/tenantId` or `$parameter.depotId` names. */
export interface FieldExpression {
  readonly in: 'payload' | 'header' | 'parameter'
  /** Member names from the outside in. */
  readonly path: readonly string[]
}

/** Reads an expression that the grammar has let through. */
export function parseField(text: string): FieldExpression {
  const parameter = /^\$parameter\.(.+)$/s.exec(text)?.[1]
  if (parameter !== undefined) return { in: 'parameter', path: [parameter] }
  const [, where, pointer] = /^\$message\.(payload|header)#\/(.+)$/s.exec(text) ?? []
  if (pointer === undefined) return { in: 'payload', path: text.split('.') }
  return { in: where === 'header' ? 'header' : 'payload', path: pointer.split('/').map(unescaped) }
}

/** What a `location` of the document names; undefined where it is no expression, or leads nowhere. */
export function locationOf(text: string | undefined): LocationContract | undefined {
  if (text === undefined || !/^\$message\.(payload|header)#\/./.test(text)) return undefined
  const { in: part, path } = parseField(text)
  return part === 'parameter' ? undefined : { in: part, path }
}

/** An expression as the grammar writes it. */
export function expressionText({ in: part, path }: FieldExpression): string {
  if (part === 'parameter') return `$parameter.${path[0] ?? ''}`
  return part === 'header' ? `$message.header#/${path.map(escaped).join('/')}` : fieldText(path)
}

/** The expression for a payload field, as short as the grammar allows. */
export function fieldText(path: readonly string[]): string {
  const isPlain = path.every((name, i) => name !== '' && !name.includes('.') && (i > 0 || /^[^$\s]/.test(name)))
  return isPlain ? path.join('.') : `$message.payload#${path.map((name) => `/${escaped(name)}`).join('')}`
}

function unescaped(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}

function escaped(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1')
}
