import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export interface Source {
  /** From the repo's root, with `/`. */
  readonly path: string
  readonly text: string
}

export interface ImportOf {
  readonly specifier: string
  /** `static` and `dynamic` load something at run time, `type` does not. */
  readonly kind: 'static' | 'dynamic' | 'type'
}

export interface Module extends Source {
  readonly syntax: ts.SourceFile
  readonly imports: readonly ImportOf[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every file under the folders whose name ends so. */
export function readSources(folders: readonly string[], endings: readonly string[]): readonly Source[] {
  return folders
    .flatMap(filesIn)
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

export function parseModule({ path, text }: Source): Module {
  const syntax = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const imports: ImportOf[] = []
  visit(syntax, (node) => {
    const found = importOf(node)
    if (found !== undefined) imports.push(found)
  })
  return { path, text, syntax, imports }
}

/** Calls back for the node and everything below it. */
export function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node)
  node.forEachChild((child) => visit(child, look))
}

/** The file that a relative import means; undefined for packages. */
export function targetOf(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  return posix.join(posix.dirname(from), specifier).replace(/\.js$/, '.ts')
}

/** `@scope/name` or `name`, without the path inside the package; undefined for files and Node's own modules. */
export function packageOf(specifier: string): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return undefined
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0]
}

function importOf(node: ts.Node): ImportOf | undefined {
  if (ts.isImportDeclaration(node)) {
    // `import { type A }` still loads the module under verbatimModuleSyntax; `import type` does not.
    const isType = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    return withSpecifier(node.moduleSpecifier, isType ? 'type' : 'static')
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    return withSpecifier(node.moduleSpecifier, node.isTypeOnly ? 'type' : 'static')
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return withSpecifier(node.arguments[0], 'dynamic')
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return withSpecifier(node.argument.literal, 'type')
  }
  return undefined
}

/** A specifier that is computed names no module of ours that the rules are about. */
function withSpecifier(node: ts.Node | undefined, kind: ImportOf['kind']): ImportOf | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? { specifier: node.text, kind } : undefined
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = `${folder}/${name}`
    return statSync(join(root, path)).isDirectory() ? filesIn(path) : [path]
  })
}
