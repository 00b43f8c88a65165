import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import type { OutputFile } from '../../generator/model/output-file.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const temporary = join(root, '.tmp')

export type ModuleKind = 'nodenext' | 'bundler'

/** What DESIGN asks the output to compile under. */
export const strictOptions = {
  target: 'es2022',
  lib: ['es2022'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  erasableSyntaxOnly: true,
  declaration: true,
  skipLibCheck: true,
  noEmit: true,
}

function moduleOptions(kind: ModuleKind): object {
  return kind === 'nodenext'
    ? { module: 'nodenext', moduleResolution: 'nodenext' }
    : { module: 'esnext', moduleResolution: 'bundler' }
}

/** What TypeScript parsed of its library and of packages: the same for every program. */
const libraries = new Map<string, ts.SourceFile>()

/** The complaints of TypeScript 5.9 about files that are never written to disk. */
export function complaints(
  files: readonly OutputFile[],
  kind: ModuleKind = 'nodenext',
  overrides: object = {},
): readonly string[] {
  const folder = join(temporary, 'virtual')
  const texts = new Map(files.map(({ path, text }) => [join(folder, path), text]))
  const json = { ...strictOptions, ...moduleOptions(kind), ...overrides }
  const { options, errors } = ts.convertCompilerOptionsFromJson(json, root)
  if (errors.length > 0) throw new Error(errors.map(({ messageText }) => String(messageText)).join('\n'))
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists, directoryExists } = host
  host.readFile = (path) => texts.get(path) ?? readFile.call(host, path)
  host.fileExists = (path) => texts.has(path) || fileExists.call(host, path)
  host.directoryExists = (path) =>
    [...texts.keys()].some((file) => file.startsWith(`${path}/`)) || directoryExists?.call(host, path) === true
  const getSourceFile = host.getSourceFile
  host.getSourceFile = (path, language, ...rest) => {
    const text = texts.get(path)
    if (text !== undefined) return ts.createSourceFile(path, text, language)
    const key = `${path} ${JSON.stringify(language)}`
    const parsed = libraries.get(key) ?? getSourceFile.call(host, path, language, ...rest)
    if (parsed !== undefined) libraries.set(key, parsed)
    return parsed
  }
  const program = ts.createProgram(
    [...texts.keys()].filter((path) => path.endsWith('.ts')),
    options,
    host,
  )
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => describe(diagnostic, folder))
}

function describe({ file, start, messageText }: ts.Diagnostic, folder: string): string {
  const text = ts.flattenDiagnosticMessageText(messageText, '\n')
  if (file === undefined || start === undefined) return text
  const { line } = file.getLineAndCharacterOfPosition(start)
  return `${file.fileName.replace(`${folder}/`, '')}:${line + 1} ${text}\n    ${file.text.split('\n')[line]}`
}

/** Writes the files into a folder of the repository, so that packages are found, and removes it afterwards. */
export async function withFiles<Result>(
  files: readonly OutputFile[],
  work: (folder: string) => Result | Promise<Result>,
): Promise<Result> {
  mkdirSync(temporary, { recursive: true })
  const folder = mkdtempSync(join(temporary, 'render-'))
  try {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What TypeScript 7 prints about the files; empty when it is content. */
export async function complaintsOfSeven(
  files: readonly OutputFile[],
  kind: ModuleKind,
  overrides: object = {},
): Promise<string> {
  const config = { compilerOptions: { ...strictOptions, ...moduleOptions(kind), ...overrides }, include: ['**/*.ts'] }
  return withFiles([...files, { path: 'tsconfig.json', text: JSON.stringify(config) }], (folder) => {
    try {
      return execFileSync(process.execPath, [join(root, 'node_modules/typescript7/bin/tsc'), '-p', folder], {
        encoding: 'utf8',
        stdio: 'pipe',
      })
    } catch (error) {
      return String((error as { readonly stdout?: string }).stdout ?? error)
    }
  })
}
