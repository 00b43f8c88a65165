import { type CallExpression, Node, type PropertyAccessExpression } from 'ts-morph'
import { bare } from './bare.js'

/** `pool.query` of `pool.query('…')`, as it is written, on one line. */
export function calleeText(call: CallExpression): string {
  return call.getExpression().getText().replaceAll(/\s+/g, ' ').slice(0, 60)
}

/** The name that is called: `query` of `this.pool.query(…)`; undefined where it has none. */
export function calledName(call: CallExpression): string | undefined {
  const callee = bare(call.getExpression())
  if (Node.isPropertyAccessExpression(callee)) return callee.getName()
  return Node.isIdentifier(callee) ? callee.getText() : undefined
}

/** What a method is called on: `this.pool` of `this.pool.query(…)`. */
export function receiverOf(call: CallExpression): Node | undefined {
  const callee = bare(call.getExpression())
  return Node.isPropertyAccessExpression(callee) ? bare(callee.getExpression()) : undefined
}

/** An expression and what its members are taken from, the longest first: `this.pool.query`, `this.pool`, `this`. */
export function chainOf(node: Node): readonly Node[] {
  const inner = bare(node)
  if (Node.isPropertyAccessExpression(inner) || Node.isElementAccessExpression(inner)) {
    return [inner, ...chainOf(inner.getExpression())]
  }
  return Node.isCallExpression(inner) ? [inner, ...chainOf(inner.getExpression())] : [inner]
}

/** `pool` of `this.pool`, and of `pool`; undefined for anything else. */
export function nameOf(node: Node): string | undefined {
  if (Node.isIdentifier(node)) return node.getText()
  return Node.isPropertyAccessExpression(node) ? (node satisfies PropertyAccessExpression).getName() : undefined
}
