import { type CallExpression, Node } from 'ts-morph'
import { bare } from './bare.js'
import { declarationsOf } from './declarations.js'

/**
 * The text that a call is given first, with `?` for each part that is computed: of a literal, or of the constant that
 * is named. Undefined where it is none.
 */
export function givenText(call: CallExpression): string | undefined {
  const [first] = call.getArguments()
  return first === undefined ? undefined : textOf(first)
}

/** The text of a template that a tag is put before. */
export function textOf(node: Node): string | undefined {
  const inner = bare(node)
  if (Node.isStringLiteral(inner) || Node.isNoSubstitutionTemplateLiteral(inner)) return inner.getLiteralValue()
  if (Node.isTemplateExpression(inner)) {
    const spans = inner.getTemplateSpans().map((span) => `?${span.getLiteral().getLiteralText()}`)
    return `${inner.getHead().getLiteralText()}${spans.join('')}`
  }
  if (Node.isTaggedTemplateExpression(inner)) return textOf(inner.getTemplate())
  if (Node.isObjectLiteralExpression(inner)) {
    const text = inner.getProperty('text')
    return text !== undefined && Node.isPropertyAssignment(text) ? textOf(text.getInitializerOrThrow()) : undefined
  }
  if (!Node.isIdentifier(inner) && !Node.isPropertyAccessExpression(inner)) return undefined
  for (const declaration of declarationsOf(inner)) {
    const value = Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : undefined
    if (value !== undefined && value !== inner && !Node.isIdentifier(value)) return textOf(value)
  }
  return undefined
}

export interface SqlText {
  readonly node: Node
  readonly text: string
}

/** Every text of SQL that a function hands to something: the call, and what it says. */
export function sqlTexts(node: Node): readonly SqlText[] {
  return node.getDescendants().flatMap((each): readonly SqlText[] => {
    if (Node.isCallExpression(each)) {
      const text = givenText(each)
      return text === undefined ? [] : [{ node: each, text }]
    }
    return Node.isTaggedTemplateExpression(each) ? [{ node: each, text: textOf(each) ?? '' }] : []
  })
}
