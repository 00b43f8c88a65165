import { isMap, isPair, isScalar, isSeq, type Node, type YAMLMap, type YAMLSeq } from 'yaml'
import { startOfLine } from './lines.js'
import type { NodeAt } from './node-at.js'
import type { TextEdit } from './text-edit.js'

/** Takes out an item or a member. Undefined where a comment would go with it, or nothing would be left. */
export function removal(text: string, { parent, index }: NodeAt): TextEdit | undefined {
  if (parent === undefined || parent.items.length < 2) return undefined
  const own = spanOf(text, parent, index)
  if (own === undefined) return undefined
  const edit = parent.flow === true ? fromFlow(text, { parent, index, own }) : fromBlock(text, own)
  return edit === undefined || text.slice(edit.start, edit.end).includes('#') ? undefined : edit
}

interface Span {
  readonly start: number
  readonly end: number
}

/** From the one before it, so that its comma goes too; the first one up to the next. */
function fromFlow(
  text: string,
  { parent, index, own }: { readonly parent: YAMLMap | YAMLSeq; readonly index: number; readonly own: Span },
): TextEdit | undefined {
  if (index > 0) {
    const before = spanOf(text, parent, index - 1)
    return before && { start: before.end, end: own.end, text: '' }
  }
  const after = spanOf(text, parent, 1)
  return after && { start: own.start, end: after.start, text: '' }
}

/** Its lines, where nothing else stands on them. */
function fromBlock(text: string, own: Span): TextEdit | undefined {
  const start = startOfLine(text, own.start)
  const [rest = '', lineBreak = ''] = /^([^\r\n]*)(\r\n|\n|\r|$)/.exec(text.slice(own.end))?.slice(1) ?? []
  // A `-` before it belongs to an item of a list, which may be all that this is.
  if (!/^[ \t]*(?:-[ \t]+)?$/.test(text.slice(start, own.start)) || rest.trim() !== '') return undefined
  return { start, end: own.end + rest.length + lineBreak.length, text: '' }
}

/** Where an item or a member stands, without the space and line breaks behind it. */
function spanOf(text: string, parent: YAMLMap | YAMLSeq, index: number): Span | undefined {
  const item = parent.items[index]
  if (isSeq(parent)) return spanOfNode(text, item)
  if (!isMap(parent) || !isPair(item)) return undefined
  const key = spanOfNode(text, item.key)
  const value = item.value === null || item.value === undefined ? key : spanOfNode(text, item.value)
  // Behind a key without a value stands its colon at least.
  if (key === undefined || value === undefined || value.end <= key.end) return undefined
  return { start: key.start, end: value.end }
}

function spanOfNode(text: string, node: unknown): Span | undefined {
  if (!isMap(node) && !isSeq(node) && !isScalar(node)) return undefined
  const { range, anchor, tag } = node as Node & { anchor?: string; tag?: string; range?: readonly number[] | null }
  const [start, end] = range ?? []
  // Others may refer to it, and what stands before it would stay.
  if (start === undefined || end === undefined || anchor !== undefined || tag !== undefined) return undefined
  return { start, end: start + text.slice(start, end).trimEnd().length }
}
