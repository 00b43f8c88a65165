import { type CallExpression, type NewExpression, Node } from 'ts-morph'
import { bare } from '../bare.js'
import { calledName, calleeText, nameOf, receiverOf } from '../called.js'
import type { CodeFault, CodeRule } from '../code-rule.js'
import { ownDeclarationsOf } from '../declarations.js'
import type { Service } from '../service.js'

export const keyIsVolatile: CodeRule = {
  rule: 'handler-key-is-volatile',
  check: ({ node: code }, service) =>
    code.getDescendants().flatMap((node) => {
      const fields = Node.isCallExpression(node) ? publishedKey(node, service) : []
      return [...keysIn(node), ...fields].flatMap(({ name, value }) => {
        return changing(value).map((each) => fault(each, name))
      })
    }),
}

function fault(node: CallExpression | NewExpression, name: string): CodeFault {
  const text = Node.isCallExpression(node) ? `${calleeText(node)}()` : node.getText()
  return {
    node,
    message: `"${text}" makes "${name}" another one each time that the message is processed`,
    hint: 'make it from the businessKey of the context, or from fields of the event: they are the same for every copy',
  }
}

interface Key {
  readonly name: string
  readonly value: Node
}

/** Values that are named as a key. */
function keysIn(node: Node): readonly Key[] {
  if (Node.isVariableDeclaration(node) || Node.isPropertyAssignment(node)) {
    const name = node.getName().replace(/^['"]|['"]$/g, '')
    const value = node.getInitializer()
    return value !== undefined && keyName.test(name) ? [{ name, value }] : []
  }
  return []
}

const keyName = /^(?:x-)?(?:(?:idempotency|idempotent|business|dedup|dedupe|deduplication|effect|request)[-_]?)?key$/i

/** The fields of a published event that are in its key. */
function publishedKey(call: CallExpression, { keyFields }: Service): readonly Key[] {
  if (calledName(call) !== 'publish') return []
  const publisher = receiverOf(call)
  const fields = keyFields.get((publisher && nameOf(publisher)) ?? '') ?? []
  const [payload] = call.getArguments()
  if (payload === undefined || !Node.isObjectLiteralExpression(payload)) return []
  return payload.getDescendants().flatMap((each) => {
    if (!Node.isPropertyAssignment(each) || !fields.includes(each.getName())) return []
    const value = each.getInitializer()
    return value === undefined || keyName.test(each.getName()) ? [] : [{ name: each.getName(), value }]
  })
}

/** What in a value is another one each time, in the values of the names that it mentions as well. */
function changing(value: Node): readonly (CallExpression | NewExpression)[] {
  const parts = [value, ...value.getDescendants()]
  const named = parts.filter(Node.isIdentifier).flatMap((name) => {
    const [declaration] = ownDeclarationsOf(name)
    const from =
      declaration !== undefined && Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : undefined
    return from === undefined || value.getAncestors().includes(from) ? [] : [from, ...bare(from).getDescendants()]
  })
  return [...parts, ...named].filter(isChanging)
}

function isChanging(node: Node): node is CallExpression | NewExpression {
  if (Node.isNewExpression(node)) return node.getExpression().getText() === 'Date' && node.getArguments().length === 0
  if (!Node.isCallExpression(node)) return false
  const name = calledName(node) ?? ''
  const receiver = receiverOf(node)?.getText()
  if (name === 'now') return receiver === 'Date' || receiver === 'performance'
  if (name === 'random') return receiver === 'Math'
  return generators.has(name)
}

const generators: ReadonlySet<string> = new Set(
  'randomUUID randomBytes uuid uuidv1 uuidv4 uuidv6 uuidv7 v4 v7 nanoid ulid cuid createId hrtime'.split(' '),
)
