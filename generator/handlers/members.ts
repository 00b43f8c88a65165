import { type ClassDeclaration, type ClassExpression, Node } from 'ts-morph'
import { bare } from './bare.js'
import { declarationsOf } from './declarations.js'
import { functionsOf, returnedBy } from './functions.js'

/** A member of an object or a class: its name, and what it is. */
export interface Member {
  readonly name: string
  readonly value: Node
}

/**
 * The members of the object that an expression gives: of a literal, of the class that `new` is called with, of what a
 * name was declared as, of what a function returns. None where that cannot be told.
 */
export function membersOf(node: Node, seen: Set<Node> = new Set()): readonly Member[] {
  const inner = bare(node)
  if (seen.has(inner)) return []
  seen.add(inner)
  if (Node.isObjectLiteralExpression(inner)) {
    return inner.getProperties().flatMap((property) => {
      if (Node.isSpreadAssignment(property)) return membersOf(property.getExpression(), seen)
      return [{ name: property.getName(), value: property }]
    })
  }
  if (Node.isClassDeclaration(inner) || Node.isClassExpression(inner)) return classMembers(inner, seen)
  if (Node.isNewExpression(inner)) return membersOf(inner.getExpression(), seen)
  if (Node.isCallExpression(inner)) {
    return functionsOf(inner.getExpression())
      .flatMap(returnedBy)
      .flatMap((value) => membersOf(value, seen))
  }
  if (Node.isVariableDeclaration(inner) || Node.isPropertyDeclaration(inner) || Node.isPropertyAssignment(inner)) {
    const value = inner.getInitializer()
    return value === undefined ? [] : membersOf(value, seen)
  }
  if (Node.isIdentifier(inner) || Node.isPropertyAccessExpression(inner) || Node.isShorthandPropertyAssignment(inner)) {
    return declarationsOf(inner).flatMap((each) => membersOf(each, seen))
  }
  return []
}

/** A class has those of the class that it extends as well. */
function classMembers(node: ClassDeclaration | ClassExpression, seen: Set<Node>): readonly Member[] {
  const own = [...node.getInstanceMethods(), ...node.getInstanceProperties()].map((member) => {
    return { name: member.getName() ?? '', value: member as Node }
  })
  const extended = node.getExtends()?.getExpression()
  const above = extended === undefined ? [] : membersOf(extended, seen)
  return [...own, ...above.filter(({ name }) => own.every((member) => member.name !== name))]
}
