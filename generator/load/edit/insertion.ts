import { isMap, isPair, isScalar, type Pair, Scalar, type YAMLMap } from 'yaml'
import { endOfLine, lineBreakOf, startOfLine } from './lines.js'
import type { NodeAt } from './node-at.js'
import type { TextEdit } from './text-edit.js'
import { written } from './written.js'

interface Member {
  readonly key: string
  readonly value: string
}

/** Puts a member into an object, in the way that the object is written. Undefined where it has one of that name. */
export function insertion(text: string, { value, key }: NodeAt, member: Member): TextEdit | undefined {
  if (isScalar(value) && value.value === null) return key && intoNothing(text, { value, key, member })
  if (!isMap(value) || value.anchor !== undefined) return undefined
  const pairs = value.items.filter(isPair)
  if (pairs.some((pair) => isScalar(pair.key) && pair.key.value === member.key)) return undefined
  return value.flow === true ? intoFlow(text, value, member) : intoBlock(text, pairs, member)
}

/** `billing:` becomes `billing: { retention: 7d }`. */
function intoNothing(
  text: string,
  { value, key, member }: { readonly value: Scalar; readonly key: Scalar; readonly member: Member },
): TextEdit | undefined {
  const type = key.type === Scalar.QUOTE_DOUBLE ? Scalar.QUOTE_DOUBLE : undefined
  const object = `{ ${entry(member, type)} }`
  const [start, end] = value.range ?? []
  if (value.source !== undefined && value.source !== '' && start !== undefined && end !== undefined) {
    return { start, end, text: object }
  }
  const keyEnd = key.range?.[1] ?? 0
  const colon = /^\s*:/.exec(text.slice(keyEnd))?.[0]
  return colon === undefined ? undefined : at(keyEnd + colon.length, ` ${object}`)
}

/** Behind the last member; on a line of its own where that has one. */
function intoFlow(text: string, map: YAMLMap, member: Member): TextEdit | undefined {
  const [start = 0, end = 0] = map.range ?? []
  const last = map.items.at(-1)
  if (last === undefined) {
    const isJson = /^\s*[{[]\s*"/.test(text)
    const inner = text.slice(start + 1, end - 1)
    return inner.trim() === ''
      ? { start, end, text: `{ ${entry(member, isJson ? Scalar.QUOTE_DOUBLE : undefined)} }` }
      : undefined
  }
  const span = spanOf(text, last)
  if (span === undefined || /^\s*,/.test(text.slice(span.end))) return undefined
  const lineStart = startOfLine(text, span.start)
  const indent = text.slice(lineStart, span.start)
  const isOnOwnLine = lineStart > start && indent.trim() === ''
  return at(span.end, `,${isOnOwnLine ? lineBreakOf(text) + indent : ' '}${entry(member, typeOfKey(last))}`)
}

/** On a line of its own, behind the last member that is one line, or else before the first. */
function intoBlock(text: string, pairs: readonly Pair[], member: Member): TextEdit | undefined {
  const spans = pairs.map((pair) => ({ pair, span: spanOf(text, pair) }))
  const [first] = spans
  if (first?.span === undefined) return undefined
  const indent = ' '.repeat(first.span.start - startOfLine(text, first.span.start))
  const line = entry(member, typeOfKey(first.pair))
  const before = spans.findLast(({ span }) => span !== undefined && isOneLine(text, span))
  if (before?.span === undefined) return at(first.span.start, `${line}${lineBreakOf(text)}${indent}`)
  return at(endOfLine(text, before.span.end), `${lineBreakOf(text)}${indent}${line}`)
}

/** Nothing but a comment stands behind it, and no text goes on in the next line. */
function isOneLine(text: string, { start, end }: Span): boolean {
  return !/[\r\n]/.test(text.slice(start, end)) && /^[ \t]*(?:#|$)/.test(text.slice(end, endOfLine(text, end)))
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Undefined for a member without a value, and for a text of several lines that is not quoted. */
function spanOf(text: string, { key, value }: Pair): Span | undefined {
  const start = isScalar(key) ? key.range?.[0] : undefined
  const range = (value as { readonly range?: readonly number[] | null } | null)?.range
  const isBlockText = isScalar(value) && (value.type === Scalar.BLOCK_FOLDED || value.type === Scalar.BLOCK_LITERAL)
  const isEmpty = isScalar(value) && value.source === ''
  if (start === undefined || range === undefined || range === null || isBlockText || isEmpty) return undefined
  const [from = 0, to = 0] = range
  return { start, end: from + text.slice(from, to).trimEnd().length }
}

function typeOfKey({ key }: Pair): Scalar['type'] | undefined {
  return isScalar(key) ? key.type : undefined
}

function entry({ key, value }: Member, type: Scalar['type'] | undefined): string {
  const isJson = type === Scalar.QUOTE_DOUBLE
  return `${written(key, type)}: ${written(value, isJson ? type : undefined)}`
}

function at(offset: number, text: string): TextEdit {
  return { start: offset, end: offset, text }
}
