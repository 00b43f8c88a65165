import { Node } from 'ts-morph'

/** What an expression is without parentheses, `await`, and what only the type checker reads. */
export function bare(node: Node): Node {
  let inner = node
  while (
    Node.isParenthesizedExpression(inner) ||
    Node.isAwaitExpression(inner) ||
    Node.isAsExpression(inner) ||
    Node.isSatisfiesExpression(inner) ||
    Node.isNonNullExpression(inner) ||
    Node.isTypeAssertion(inner)
  ) {
    inner = inner.getExpression()
  }
  return inner
}
