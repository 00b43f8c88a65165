import { type CallExpression, Node } from 'ts-morph'
import { calledName, receiverOf } from '../called.js'
import type { CodeFault, CodeRule } from '../code-rule.js'
import { isFunctionNode } from '../functions.js'
import { isOfTransaction, transactionCalls, usesTransaction } from '../of-transaction.js'
import type { ReachedCode } from '../reached-code.js'

const hint =
  'throw on, or put what may fail into tx.savepoint(…): after a failed statement the transaction can only be rolled back'

export const swallowsError: CodeRule = {
  rule: 'handler-swallows-error',
  check: (code) =>
    code.node.getDescendants().flatMap((node): readonly CodeFault[] => {
      if (Node.isTryStatement(node)) {
        const caught = node.getCatchClause()
        if (caught === undefined || !goesOn(caught.getBlock()) || !isAtRisk(node.getTryBlock(), code)) return []
        const what = caught.getBlock().getStatements().length === 0 ? 'swallows' : 'goes on after'
        return [{ node: caught, message: `catch ${what} what fails in the transaction`, hint }]
      }
      return Node.isCallExpression(node) && isSwallowing(node, code)
        ? [{ node, message: `"${calledName(node)}" swallows what fails in the transaction`, hint }]
        : []
    }),
}

/** Statements that stand in no savepoint. */
function isAtRisk(block: Node, code: ReachedCode): boolean {
  const calls = transactionCalls(block, code)
  return calls.some((call) => !isSavepoint(call) && !call.getAncestors().some((each) => isSavepoint(each)))
}

function isSavepoint(node: Node): boolean {
  return Node.isCallExpression(node) && calledName(node) === 'savepoint'
}

/** `tx.query(…).catch(() => undefined)`, `Promise.allSettled([tx.query(…)])`. */
function isSwallowing(call: CallExpression, code: ReachedCode): boolean {
  const [first] = call.getArguments()
  const receiver = receiverOf(call)
  if (receiver === undefined || first === undefined) return false
  if (calledName(call) === 'allSettled' && receiver.getText() === 'Promise') return usesTransaction(first, code)
  if (calledName(call) !== 'catch' || !isFunctionNode(first) || !isOfTransaction(receiver, code)) return false
  const body = first.getBody()
  return isAtRisk(receiver, code) && (body === undefined || !Node.isBlock(body) || goesOn(body))
}

/** Whether what follows a block may run: it neither ends with a throw nor is left by one alone. */
function goesOn(block: Node): boolean {
  if (!Node.isBlock(block)) return !isEnd(block)
  const last = block.getStatements().at(-1)
  return last === undefined || !isEnd(last) || returns(block)
}

function isEnd(statement: Node): boolean {
  if (Node.isThrowStatement(statement)) return true
  if (Node.isIfStatement(statement)) {
    const otherwise = statement.getElseStatement()
    return otherwise !== undefined && !goesOn(statement.getThenStatement()) && !goesOn(otherwise)
  }
  if (Node.isReturnStatement(statement)) return isRejection(statement)
  return Node.isExpressionStatement(statement) && statement.getExpression().getType().isNever()
}

function returns(block: Node): boolean {
  let found = false
  block.forEachDescendant((node, traversal) => {
    if (isFunctionNode(node)) traversal.skip()
    if (Node.isReturnStatement(node) && !isRejection(node)) found = true
  })
  return found
}

function isRejection(node: Node): boolean {
  return /\bPromise\.reject\(/.test(node.getText())
}
