import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import type { OutputFile } from '../../generator/model/output-file.js'
import { withFiles } from './compile.js'

/** Runs `work` with the exports of an emitted file, by its path; the output is compiled and loaded as a service would. */
export async function withExports<Result>(
  files: readonly OutputFile[],
  path: string,
  work: (exports: Readonly<Record<string, unknown>>) => Result | Promise<Result>,
): Promise<Result> {
  return withFiles(compiled(files), async (folder) => work(await load(folder, path)))
}

/** Loads each of the files that are not the runtime's, one after another, and gives their names without end. */
export async function loadEach(files: readonly OutputFile[]): Promise<readonly string[]> {
  return withFiles(compiled(files), async (folder) => {
    const names = files.flatMap(({ path }) => /^(?!runtime\/)(.*)\.ts$/.exec(path)?.[1] ?? [])
    for (const name of names) await load(folder, `${name}.js`)
    return names
  })
}

function compiled(files: readonly OutputFile[]): readonly OutputFile[] {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true }
  return files
    .filter((file) => file.path.endsWith('.ts'))
    .map(({ path: name, text }) => ({
      path: name.replace(/\.ts$/, '.js'),
      text: ts.transpileModule(text, { compilerOptions }).outputText,
    }))
}

function load(folder: string, path: string): Promise<Readonly<Record<string, unknown>>> {
  return import(pathToFileURL(join(folder, path)).href)
}
