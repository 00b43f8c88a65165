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
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true }
  const compiled = files
    .filter((file) => file.path.endsWith('.ts'))
    .map(({ path: name, text }) => ({
      path: name.replace(/\.ts$/, '.js'),
      text: ts.transpileModule(text, { compilerOptions }).outputText,
    }))
  return withFiles(compiled, async (folder) => {
    const exports: Readonly<Record<string, unknown>> = await import(pathToFileURL(join(folder, path)).href)
    return work(exports)
  })
}
