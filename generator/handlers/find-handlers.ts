import { Node, type SourceFile } from 'ts-morph'
import { type FunctionNode, functionsOf, isFunctionNode, returnedBy } from './functions.js'
import { membersOf } from './members.js'
import type { HandledGroup, Service } from './service.js'

/** One handler of a service. */
export interface FoundHandler {
  /** As its author calls it: `onOrderPaid`. */
  readonly name: string
  readonly node: FunctionNode
  /** Whether it gets messages in batches, so that the transaction is its second argument. */
  readonly isBatch: boolean
  /** Undefined where a handler is typed on its own, and groups of the service differ. */
  readonly group: HandledGroup | undefined
}

/**
 * The handlers in these files: given to a start function of the service, or typed as its handlers. Each once, by the
 * first that is found.
 */
export function findHandlers(files: readonly SourceFile[], service: Service): readonly FoundHandler[] {
  const found = new Map<FunctionNode, FoundHandler>()
  for (const file of files) {
    file.forEachDescendant((node) => {
      for (const handler of handlersAt(node, service)) if (!found.has(handler.node)) found.set(handler.node, handler)
    })
  }
  return [...found.values()]
}

function handlersAt(node: Node, service: Service): readonly FoundHandler[] {
  if (Node.isCallExpression(node)) {
    const group = service.starts.get(lastName(node.getExpression()))
    const [options] = node.getArguments()
    if (group === undefined || options === undefined) return []
    const given = membersOf(options).filter(({ name }) => name === 'handlers')
    return given.flatMap(({ value }) => handlersIn(value, group))
  }
  if (!Node.isTypeReference(node) && !Node.isExpressionWithTypeArguments(node)) return []
  const name = lastName(Node.isTypeReference(node) ? node.getTypeName() : node.getExpression())
  const group = service.handlers.get(name)
  if (group !== undefined) return typedBy(node).flatMap((value) => handlersIn(value, group))
  if (name !== 'Handler' && name !== 'BatchHandler') return []
  return node.getTypeArguments().length === 0 ? [] : typedBy(node).flatMap((value) => loneHandler(value, service))
}

function lastName(node: Node): string {
  if (Node.isPropertyAccessExpression(node)) return node.getName()
  return Node.isQualifiedName(node) ? node.getRight().getText() : node.getText()
}

/** The methods of an object, or the object's class, that are handlers; and a function, where one handler was typed. */
function handlersIn(value: Node, group: HandledGroup): readonly FoundHandler[] {
  if (isFunctionNode(value)) return []
  const members = membersOf(value).filter(({ name }) => /^on\P{Ll}/u.test(name))
  return members.flatMap((member) => handlersOf(member.value, { name: member.name, group }))
}

function handlersOf(value: Node, about: Pick<FoundHandler, 'name' | 'group'>): readonly FoundHandler[] {
  const single = functionsOf(value).map((node) => ({ ...about, node, isBatch: false }))
  if (single.length > 0) return single
  const batches = membersOf(value).filter(({ name }) => name === 'batch')
  return batches.flatMap((member) => functionsOf(member.value)).map((node) => ({ ...about, node, isBatch: true }))
}

/** `const onOrderPaid: Handler<OrderPaidMessage, Transaction> = …` says nothing of its group. */
function loneHandler(value: Node, { starts }: Service): readonly FoundHandler[] {
  const groups = [...starts.values()]
  const [first] = groups
  const group = groups.every(({ strategy }) => strategy === first?.strategy) ? first : undefined
  const parent = value.getParent()
  const name = parent !== undefined && Node.isVariableDeclaration(parent) ? parent.getName() : 'the handler'
  return handlersOf(value, { name, group })
}

/** What is written where a type stands: the value of the variable, the class, what the function returns. */
function typedBy(type: Node): readonly Node[] {
  const parent = type.getParent()
  if (parent === undefined) return []
  if (Node.isHeritageClause(parent)) return [parent.getParent()]
  if (Node.isVariableDeclaration(parent) || Node.isPropertyDeclaration(parent)) {
    const value = parent.getInitializer()
    return value === undefined ? [] : [value]
  }
  if (Node.isSatisfiesExpression(parent) || Node.isAsExpression(parent)) return [parent.getExpression()]
  if (isFunctionNode(parent) && parent.getReturnTypeNode() === type) return returnedBy(parent)
  // Partial<…>, Promise<…>, Omit<…>.
  return Node.isTypeReference(parent) ? typedBy(parent) : []
}
