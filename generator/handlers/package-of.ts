import { Node } from 'ts-morph'
import { bare } from './bare.js'
import { ownDeclarationsOf } from './declarations.js'

/**
 * The package that a value comes from: what it is imported from, what makes it (`new Stripe(…)`), or where its type is
 * declared. Undefined for one of the user's own, and where that cannot be told.
 */
export function packageOf(node: Node, seen: Set<Node> = new Set()): string | undefined {
  const inner = bare(node)
  if (seen.has(inner)) return undefined
  seen.add(inner)
  if (Node.isCallExpression(inner) || Node.isNewExpression(inner)) {
    const callee = inner.getExpression()
    const [given] = inner.getArguments()
    if (callee.getText() === 'require' && Node.isStringLiteral(given)) return packageName(given.getLiteralValue())
    return packageOf(callee, seen)
  }
  for (const declaration of ownDeclarationsOf(inner)) {
    const found = packageOfDeclaration(declaration, seen)
    if (found !== undefined) return found
  }
  const typed = packageOfType(inner)
  if (typed !== undefined) return typed
  return Node.isPropertyAccessExpression(inner) ? packageOf(inner.getExpression(), seen) : undefined
}

function packageOfDeclaration(declaration: Node, seen: Set<Node>): string | undefined {
  const imported = Node.isImportDeclaration(declaration)
    ? declaration
    : declaration.getFirstAncestor(Node.isImportDeclaration)
  if (imported !== undefined) return packageName(imported.getModuleSpecifierValue())
  if (Node.isVariableDeclaration(declaration) || Node.isPropertyDeclaration(declaration)) {
    return annotated(declaration.getTypeNode(), seen) ?? packageOfValue(declaration.getInitializer(), seen)
  }
  if (Node.isParameterDeclaration(declaration) || Node.isPropertySignature(declaration)) {
    return annotated(declaration.getTypeNode(), seen)
  }
  return undefined
}

function packageOfValue(value: Node | undefined, seen: Set<Node>): string | undefined {
  return value === undefined ? undefined : packageOf(value, seen)
}

/** By the name that the type is imported under, so that it is known where the package is not installed. */
function annotated(type: Node | undefined, seen: Set<Node>): string | undefined {
  if (type === undefined || !Node.isTypeReference(type)) return undefined
  const name = type.getTypeName()
  return packageOf(Node.isQualifiedName(name) ? name.getLeft() : name, seen)
}

function packageOfType(node: Node): string | undefined {
  const [declaration] = node.getType().getSymbol()?.getDeclarations() ?? []
  const path = declaration?.getSourceFile().getFilePath() ?? ''
  const [, inside = ''] = /.*\/node_modules\/(.+)$/.exec(path) ?? []
  const name = packageName(inside)?.replace(/^@types\//, '')
  // Types of Node and of the language say nothing.
  return name === undefined || name === 'node' || name === 'typescript' ? undefined : name
}

/** `@aws-sdk/client-s3` of `@aws-sdk/client-s3/commands`; `https` of `node:https`; undefined for a file. */
function packageName(specifier: string): string | undefined {
  if (specifier === '' || /^[./]/.test(specifier)) return undefined
  return /^(?:@[^/]+\/[^/]+|[^/]+)/.exec(specifier.replace(/^node:/, ''))?.[0]
}
