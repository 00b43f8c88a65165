import { Node } from 'ts-morph'
import { bare } from './bare.js'
import { calledName } from './called.js'
import { ownDeclarationsOf } from './declarations.js'
import { isFunctionNode } from './functions.js'
import type { ReachedCode } from './reached-code.js'

/**
 * Whether an expression is the transaction of the handler, or was made from it: `tx`, `context.tx`, `drizzle(tx)`,
 * `new OrderTable(tx)`, and what is called on these.
 */
export function isOfTransaction(node: Node, code: ReachedCode, seen: Set<Node> = new Set()): boolean {
  const inner = bare(node)
  if (seen.has(inner)) return false
  seen.add(inner)
  const isOf = (each: Node | undefined) => each !== undefined && isOfTransaction(each, code, seen)
  if (Node.isPropertyAccessExpression(inner)) return inner.getName() === 'tx' || isOf(inner.getExpression())
  if (Node.isElementAccessExpression(inner)) return isOf(inner.getExpression())
  if (Node.isCallExpression(inner)) return isOf(inner.getExpression()) || inner.getArguments().some(isOf)
  if (Node.isNewExpression(inner)) return inner.getArguments().some(isOf)
  if (Node.isObjectLiteralExpression(inner)) return inner.getProperties().some(isOf)
  if (Node.isPropertyAssignment(inner)) return isOf(inner.getInitializer())
  if (Node.isConditionalExpression(inner)) return isOf(inner.getWhenTrue()) || isOf(inner.getWhenFalse())
  if (Node.isIdentifier(inner) || Node.isShorthandPropertyAssignment(inner)) {
    const name = Node.isIdentifier(inner) ? inner.getText() : inner.getName()
    return /^(?:tx|trx|transaction)$/i.test(name) || ownDeclarationsOf(inner).some((each) => isDeclaredOf(each, code))
  }
  return false

  function isDeclaredOf(declaration: Node, within: ReachedCode): boolean {
    if (Node.isVariableDeclaration(declaration)) return isOf(declaration.getInitializer())
    if (Node.isBindingElement(declaration)) {
      const taken = declaration.getPropertyNameNode()?.getText() ?? declaration.getName()
      return taken === 'tx' || isOf(takenFrom(declaration))
    }
    return Node.isParameterDeclaration(declaration) && isParameterOf(declaration, within)
  }

  /** The second argument of a batch handler; what a transaction hands to a function: `savepoint(async (inner) => …)`. */
  function isParameterOf(parameter: Node, { handler }: ReachedCode): boolean {
    const owner = parameter.getParent()
    if (owner === undefined || !isFunctionNode(owner)) return false
    if (owner === handler.node) return handler.isBatch && owner.getParameters()[1] === parameter
    const call = owner.getParent()
    if (call === undefined || !Node.isCallExpression(call)) return false
    return /transaction|savepoint|^begin$/i.test(calledName(call) ?? '') && isOf(call.getExpression())
  }
}

/** What a pattern takes apart: `tx` of `const { tx: client } = context`. */
function takenFrom(element: Node): Node | undefined {
  let owner: Node | undefined = element
  while (owner !== undefined && (Node.isBindingElement(owner) || /BindingPattern$/.test(owner.getKindName()))) {
    owner = owner.getParent()
  }
  return owner !== undefined && Node.isVariableDeclaration(owner) ? owner.getInitializer() : undefined
}

/** Whether the transaction is used anywhere in a part of the code. */
export function usesTransaction(node: Node, code: ReachedCode): boolean {
  return transactionCalls(node, code).length > 0
}

/** The calls in a part of the code that go through the transaction, or are given it. */
export function transactionCalls(node: Node, code: ReachedCode): readonly Node[] {
  const calls = [node, ...node.getDescendants()].filter(Node.isCallExpression)
  return calls.filter((call) => isOfTransaction(call, code))
}
