import { Node } from 'ts-morph'
import { isOwnCode } from './declarations.js'
import type { FoundHandler } from './find-handlers.js'
import { type FunctionNode, functionsOf } from './functions.js'

/** A function that runs in a handler: the handler itself, or what it calls. */
export interface ReachedCode {
  readonly handler: FoundHandler
  readonly node: FunctionNode
}

/** Deeper calls are rarely about one handler alone. */
const deepest = 5

/** The handler, and the functions of the user's own code that it calls, each once. */
export function reachedCode(handler: FoundHandler): readonly ReachedCode[] {
  const reached = new Set<FunctionNode>([handler.node])
  let last: readonly FunctionNode[] = [handler.node]
  for (let depth = 0; depth < deepest && last.length > 0; depth++) {
    last = last.flatMap(calledIn).filter((node) => !reached.has(node) && !isInside(node, reached))
    for (const node of last) reached.add(node)
  }
  return [...reached].map((node) => ({ handler, node }))
}

function calledIn(node: FunctionNode): readonly FunctionNode[] {
  const calls = node.getDescendants().filter(Node.isCallExpression)
  return calls.flatMap((call) => functionsCalled(call.getExpression())).filter(isOwnCode)
}

/** A wrapper's arguments are read where they stand. */
function functionsCalled(callee: Node): readonly FunctionNode[] {
  return Node.isIdentifier(callee) || Node.isPropertyAccessExpression(callee) ? functionsOf(callee) : []
}

/** A function that is written in one that is read is read with it. */
function isInside(node: FunctionNode, reached: ReadonlySet<Node>): boolean {
  return node.getAncestors().some((ancestor) => reached.has(ancestor))
}
