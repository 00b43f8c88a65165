import { isMap, isScalar, isSeq, Scalar } from 'yaml'
import type { Change } from '../../model/fix.js'
import { insertion } from './insertion.js'
import type { NodeAt } from './node-at.js'
import { removal } from './removal.js'
import type { TextEdit } from './text-edit.js'
import { written } from './written.js'

/** A change as an edit of the text; undefined where it cannot be made without touching more than it says. */
export function editOf(text: string, found: NodeAt, change: Change): TextEdit | undefined {
  switch (change.kind) {
    case 'rename-key':
      return found.key === undefined || hasKey(found, change.to) ? undefined : replacement(found.key, change.to)
    case 'replace-text':
      return isScalar(found.value) ? replacement(found.value, change.to) : undefined
    case 'remove':
      return removal(text, found)
    case 'insert':
      return insertion(text, found, change)
  }
}

function replacement(node: Scalar, to: string): TextEdit | undefined {
  const [start, end] = node.range ?? []
  const isOneLine = node.type !== Scalar.BLOCK_FOLDED && node.type !== Scalar.BLOCK_LITERAL
  if (start === undefined || end === undefined || !isOneLine) return undefined
  return { start, end, text: written(to, node.type) }
}

function hasKey({ parent }: NodeAt, key: string): boolean {
  if (isSeq(parent)) return false
  return isMap(parent) && parent.items.some((pair) => isScalar(pair.key) && pair.key.value === key)
}
