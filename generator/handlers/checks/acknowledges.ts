import { Node } from 'ts-morph'
import { calledName, calleeText, nameOf, receiverOf } from '../called.js'
import type { CodeRule } from '../code-rule.js'

export const acknowledges: CodeRule = {
  rule: 'handler-acknowledges',
  check: ({ node: code }) =>
    code.getDescendants().flatMap((node) => {
      if (!Node.isCallExpression(node)) return []
      const receiver = receiverOf(node)
      const method = calledName(node) ?? ''
      if (receiver === undefined || !(always.has(method) || (method === 'reject' && isChannel(receiver)))) return []
      return [
        {
          node,
          message: `"${calleeText(node)}" settles a message that the consumer settles`,
          hint: 'return when it is done, throw when it is not: the consumer acknowledges after the commit',
        },
      ]
    }),
}

const always: ReadonlySet<string> = new Set(['ack', 'nack', 'ackAll', 'nackAll'])

function isChannel(node: Node): boolean {
  return /channel$|^ch$/i.test(nameOf(node) ?? '')
}
