import { type CallExpression, Node } from 'ts-morph'
import { calledName, calleeText, chainOf, nameOf, receiverOf } from '../called.js'
import type { CodeRule } from '../code-rule.js'
import { ownDeclarationsOf } from '../declarations.js'
import { isOfTransaction } from '../of-transaction.js'
import { packageOf } from '../package-of.js'

const hint = 'write through the tx of the context: only that is committed together with the record of the message'

export const usesConnection: CodeRule = {
  rule: 'handler-uses-connection',
  check: (code) =>
    code.node.getDescendants().flatMap((node) => {
      if (!Node.isCallExpression(node) || isOfTransaction(node, code)) return []
      if (isCalledOnConnection(node)) {
        return [{ node, message: `"${calleeText(node)}" is not the transaction of the message`, hint }]
      }
      const given = node.getArguments().find((argument) => isPool(argument))
      if (given === undefined) return []
      return [{ node: given, message: `"${given.getText()}" is not the transaction of the message`, hint }]
    }),
}

function isCalledOnConnection(call: CallExpression): boolean {
  const method = calledName(call) ?? ''
  const receivers = chainOf(receiverOf(call) ?? call.getExpression())
  const root = receivers.at(-1)
  // What a function is given is judged where it is given.
  if (root === undefined || isParameter(root)) return false
  // Only the innermost call of a chain: knex('orders').insert(row).
  if (receivers.some((each) => Node.isCallExpression(each) && isCalledOnConnection(each))) return false
  return receivers.some((receiver) => {
    const name = nameOf(receiver) ?? ''
    if (isPool(receiver) || (always.test(name) && !Node.isCallExpression(receiver))) return true
    return often.test(name) && queries.has(method) && receiver === receiverOf(call)
  })
}

function isPool(node: Node): boolean {
  const name = nameOf(node)
  if (name === undefined || isParameter(node)) return false
  if (/(?:^|[a-z_])pool$/i.test(name) && !/thread|worker/i.test(name)) return true
  const from = packageOf(node)
  return from !== undefined && packages.has(from) && isConnectionType(node)
}

/** A package has helpers beside connections: `sql`, `eq`, errors. */
function isConnectionType(node: Node): boolean {
  const type = node.getType()
  const name = (type.getAliasSymbol() ?? type.getSymbol())?.getName() ?? ''
  return /pool|client|connection|database|datasource|entitymanager|knex|kysely|sequelize|prisma/i.test(name)
}

function isParameter(node: Node): boolean {
  if (!Node.isIdentifier(node)) return false
  return ownDeclarationsOf(node).some((each) => {
    if (Node.isParameterDeclaration(each)) return true
    return Node.isBindingElement(each) && each.getFirstAncestor(isOwner)?.getKindName() === 'Parameter'
  })
}

function isOwner(node: Node): boolean {
  return Node.isParameterDeclaration(node) || Node.isVariableDeclaration(node)
}

/** Names that hardly anything else has. */
const always = /^(?:prisma(?:Client)?|knex|kysely|sequelize|dataSource|entityManager|mongoose|drizzleDb)$/i

/** Names of connections, and of other things: what is called on them decides. */
const often = /^(?:db|database|(?:pg|db|sql|postgres)?client|(?:db|sql)?(?:connection|conn)|pg|postgres|orm|drizzle)$/i

const queries: ReadonlySet<string> = new Set(
  `query execute raw transaction begin connect insert insertInto update updateTable delete deleteFrom select selectFrom
  one none oneOrNone manyOrNone any unsafe getRepository`.split(/\s+/),
)

const packages: ReadonlySet<string> = new Set(
  `pg pg-pool @prisma/client knex kysely drizzle-orm typeorm sequelize mysql mysql2 postgres pg-promise slonik mongodb
  mongoose @mikro-orm/core @mikro-orm/postgresql better-sqlite3`.split(/\s+/),
)
