import { Node } from 'ts-morph'
import { calledName, calleeText } from '../called.js'
import type { CodeFault, CodeRule } from '../code-rule.js'
import { sqlTexts } from '../sql-texts.js'

const hint =
  'set the value that it shall have, or insert a row with the business key that is unique: a lease may run a handler twice'

export const updateIsRelative: CodeRule = {
  rule: 'handler-update-is-relative',
  check: ({ handler, node: code }) => {
    if (handler.group?.strategy !== 'lease') return []
    const said = sqlTexts(code).flatMap(({ node, text }): readonly CodeFault[] => {
      const change = relative.exec(text)?.[1]
      return change === undefined ? [] : [fault(node, change.replaceAll(/\s+/g, ' '))]
    })
    const called = code.getDescendants().flatMap((node): readonly CodeFault[] => {
      if (Node.isCallExpression(node) && counts.has(calledName(node) ?? '')) return [fault(node, calleeText(node))]
      const isCounted = Node.isPropertyAssignment(node) && counts.has(node.getName())
      return isCounted ? [fault(node, node.getText())] : []
    })
    return [...said, ...called]
  },
}

function fault(node: Node, words: string): CodeFault {
  return { node, message: `"${words}" counts twice when the message is processed twice`, hint }
}

/** `remaining = remaining - 1`, also quoted, with an alias, in `coalesce(…)`. */
const relative =
  /(?:\bset|,)\s*("?(\w+)"?\s*=\s*(?:coalesce\(\s*)?(?:"?\w+"?\.)?"?\2"?(?:\s*,\s*[\w.]+\s*\))?\s*[-+*/]\s*[\w$?(.]+)/i

const counts: ReadonlySet<string> = new Set(['increment', 'decrement', '$inc'])
