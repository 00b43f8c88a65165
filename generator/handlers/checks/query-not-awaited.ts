import { type CallExpression, Node } from 'ts-morph'
import { bare } from '../bare.js'
import { calledName, calleeText, chainOf, receiverOf } from '../called.js'
import type { CodeFault, CodeRule } from '../code-rule.js'
import { isFunctionNode } from '../functions.js'
import { isOfTransaction } from '../of-transaction.js'
import type { ReachedCode } from '../reached-code.js'

const hint = 'await it: a statement that runs on when the handler has ended fails, or is lost, and nobody is told'

export const queryNotAwaited: CodeRule = {
  rule: 'handler-query-not-awaited',
  check: (code) =>
    code.node.getDescendants().flatMap((node): readonly CodeFault[] => {
      if (Node.isExpressionStatement(node)) return unawaited(node.getExpression(), code)
      if (Node.isVoidExpression(node)) return unawaited(node.getExpression(), code)
      return Node.isVariableDeclaration(node) ? neverRead(node.getInitializer(), node.getNameNode(), code) : []
    }),
}

/** What a statement is made of, as far as nobody waits for it. */
function unawaited(expression: Node, code: ReachedCode): readonly CodeFault[] {
  if (Node.isAwaitExpression(expression)) return []
  const inner = bare(expression)
  if (Node.isParenthesizedExpression(expression)) return unawaited(expression.getExpression(), code)
  if (Node.isBinaryExpression(inner)) {
    // `paid && tx.query(…)`; an assignment gives the promise to somebody.
    const isLogical = ['&&', '||', '??', ','].includes(inner.getOperatorToken().getText())
    return isLogical ? unawaited(inner.getRight(), code) : []
  }
  if (Node.isConditionalExpression(inner)) {
    return [...unawaited(inner.getWhenTrue(), code), ...unawaited(inner.getWhenFalse(), code)]
  }
  if (!Node.isCallExpression(inner)) return []
  if (isLoose(inner, code)) return [{ node: inner, message: `"${calleeText(inner)}" is not awaited`, hint }]
  const callback = inner.getArguments().find(isFunctionNode)
  if (
    callback === undefined ||
    !losesPromises(inner) ||
    !callback.getDescendants().some((each) => Node.isCallExpression(each) && isLoose(each, code))
  )
    return []
  const message = `nobody waits for what "${calleeText(inner)}" starts`
  return [{ node: inner, message, hint: 'use a loop with await, or await Promise.all(… .map(…))' }]
}

/** A call through the transaction, or that is given it, which gives a promise. */
function isLoose(call: CallExpression, code: ReachedCode): boolean {
  if (!isOfTransaction(call, code)) return false
  const type = call.getType()
  if (type.getSymbol()?.getName() === 'Promise' || type.getProperty('then') !== undefined) return true
  if (!type.isAny()) return false
  // Without types only what is called on the transaction itself is sure to give one.
  const receiver = receiverOf(call)
  const chain = receiver === undefined ? [] : chainOf(receiver)
  return chain.some((each) => isTransactionItself(each, code))
}

function isTransactionItself(node: Node, code: ReachedCode): boolean {
  if (Node.isPropertyAccessExpression(node)) return node.getName() === 'tx'
  return Node.isIdentifier(node) && node.getText() === 'tx' && isOfTransaction(node, code)
}

/** What takes a function and does not hand on what it returns. */
function losesPromises(call: CallExpression): boolean {
  return loses.has(calledName(call) ?? '')
}

const loses: ReadonlySet<string> = new Set(
  'forEach map flatMap filter setTimeout setImmediate setInterval nextTick queueMicrotask on once'.split(' '),
)

/** A promise in a variable that is not mentioned again. */
function neverRead(value: Node | undefined, name: Node, code: ReachedCode): readonly CodeFault[] {
  if (value === undefined || !Node.isIdentifier(name) || !Node.isCallExpression(value)) return []
  if (!isLoose(value, code) || code.node.getDescendants().some((each) => isMention(each, name))) return []
  return [{ node: value, message: `"${calleeText(value)}" is not awaited`, hint }]
}

function isMention(node: Node, name: Node): boolean {
  return node !== name && Node.isIdentifier(node) && node.getText() === name.getText()
}
