import {
  type ArrowFunction,
  type FunctionDeclaration,
  type FunctionExpression,
  type MethodDeclaration,
  Node,
} from 'ts-morph'
import { bare } from './bare.js'
import { declarationsOf } from './declarations.js'

export type FunctionNode = ArrowFunction | FunctionDeclaration | FunctionExpression | MethodDeclaration

export function isFunctionNode(node: Node): node is FunctionNode {
  return (
    Node.isArrowFunction(node) ||
    Node.isFunctionExpression(node) ||
    Node.isFunctionDeclaration(node) ||
    Node.isMethodDeclaration(node)
  )
}

/**
 * The functions that an expression or a declaration stands for: itself, what the name was declared as, and what is
 * given to a function that wraps it (`traced(async (order) => …)`). None where that cannot be told.
 */
export function functionsOf(node: Node, seen: Set<Node> = new Set()): readonly FunctionNode[] {
  const inner = bare(node)
  if (seen.has(inner)) return []
  seen.add(inner)
  if (isFunctionNode(inner)) return implementationOf(inner)
  if (Node.isVariableDeclaration(inner) || Node.isPropertyDeclaration(inner) || Node.isPropertyAssignment(inner)) {
    const value = inner.getInitializer()
    return value === undefined ? [] : functionsOf(value, seen)
  }
  if (Node.isPropertyAccessExpression(inner) && inner.getName() === 'bind') {
    return functionsOf(inner.getExpression(), seen)
  }
  if (Node.isCallExpression(inner)) {
    const callee = inner.getExpression()
    const isBound = Node.isPropertyAccessExpression(callee) && callee.getName() === 'bind'
    return isBound ? functionsOf(callee, seen) : inner.getArguments().flatMap((each) => functionsOf(each, seen))
  }
  if (Node.isIdentifier(inner) || Node.isPropertyAccessExpression(inner) || Node.isShorthandPropertyAssignment(inner)) {
    return declarationsOf(inner).flatMap((each) => functionsOf(each, seen))
  }
  return []
}

/** What a function returns, as it is written. */
export function returnedBy(node: FunctionNode): readonly Node[] {
  const body = node.getBody()
  if (body === undefined) return []
  if (!Node.isBlock(body)) return [body]
  const returned: Node[] = []
  body.forEachDescendant((each, traversal) => {
    if (isFunctionNode(each)) traversal.skip()
    const value = Node.isReturnStatement(each) ? each.getExpression() : undefined
    if (value !== undefined) returned.push(value)
  })
  return returned
}

/** An overload has no body; the implementation is another declaration of the same name. */
function implementationOf(node: FunctionNode): readonly FunctionNode[] {
  return node.getBody() === undefined ? [] : [node]
}
