import { Node } from 'ts-morph'
import { calledName, calleeText, receiverOf } from '../called.js'
import type { CodeFault, CodeRule } from '../code-rule.js'
import { isOfTransaction } from '../of-transaction.js'
import { sqlTexts } from '../sql-texts.js'

const hint = 'leave it out: the consumer begins and commits; a part that may fail alone goes into tx.savepoint(…)'

export const controlsTransaction: CodeRule = {
  rule: 'handler-controls-transaction',
  check: (code) => {
    const said = sqlTexts(code.node).flatMap(({ node, text }): readonly CodeFault[] => {
      const words = text.includes('$$') ? undefined : control.exec(text)?.[1]
      return words === undefined ? [] : [fault(node, words)]
    })
    const called = code.node.getDescendants().flatMap((node): readonly CodeFault[] => {
      if (!Node.isCallExpression(node) || !methods.has(calledName(node) ?? '')) return []
      const receiver = receiverOf(node)
      return receiver !== undefined && isOfTransaction(receiver, code) ? [fault(node, calleeText(node))] : []
    })
    return [...said, ...called]
  },
}

function fault(node: Node, words: string): CodeFault {
  return { node, message: `"${words}" begins or ends the transaction of the message`, hint }
}

/** A statement that is nothing else, among others or alone: prose that begins with one of the words is none. */
const control =
  /(?:^|;)\s*((?:begin|commit|rollback|abort|end)(?:\s+(?:work|transaction))?|start\s+transaction)\s*(?:;|$|(?:isolation|read)\s)/i

const methods: ReadonlySet<string> = new Set(['begin', 'commit', 'rollback'])
