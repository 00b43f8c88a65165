import ts from 'typescript'
import { type Module, type Source, visit } from './source.js'

const mostLines = 300
/** Names that say nothing, so that everything ends up there. */
const emptyWords = ['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'base', 'misc', 'shared']

/** Ways around the type checker: `any`, `!`, comments that silence it. */
export function findTypeEscapes({ path, text, syntax }: Module): readonly string[] {
  const found: string[] = []
  const add = (node: ts.Node, what: string): void => {
    const { line } = syntax.getLineAndCharacterOfPosition(node.getStart(syntax))
    found.push(`${path}:${line + 1} ${what}`)
  }
  visit(syntax, (node) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) add(node, 'any')
    if (ts.isNonNullExpression(node)) add(node, '!')
    if ((ts.isPropertyDeclaration(node) || ts.isVariableDeclaration(node)) && node.exclamationToken) add(node, '!')
  })
  const silencer = /\/[/*]\s*(@ts-(?:ignore|nocheck|expect-error))/.exec(text)?.[1]
  return silencer === undefined ? found : [...found, `${path} ${silencer}`]
}

/** Default exports: a name that everyone may choose anew cannot be searched for. */
export function findDefaultExports({ path, syntax }: Module): readonly string[] {
  const isDefault = (node: ts.Statement): boolean =>
    (ts.isExportAssignment(node) && node.isExportEquals !== true) ||
    (ts.canHaveModifiers(node) &&
      ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true)
  return syntax.statements.some(isDefault) ? [path] : []
}

export function findLongFiles(sources: readonly Source[]): readonly string[] {
  return sources
    .map(({ path, text }) => ({ path, lines: text.replace(/\n$/, '').split('\n').length }))
    .filter(({ lines }) => lines > mostLines)
    .map(({ path, lines }) => `${path} has ${lines} lines`)
}

export function findBadNames(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => {
    const name = path.replace(/^.*\//, '').replace(/(?:\.test|\.d)?\.[a-z]+$/, '')
    const isKebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)
    return !isKebab || name.split('-').some((word) => emptyWords.includes(word))
  })
}
