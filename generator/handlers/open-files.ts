import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join, sep } from 'node:path'
import { Project, type SourceFile } from 'ts-morph'
import { IdemgenError } from '../model/idemgen-error.js'

/**
 * The files that a pattern names, with the compiler options of the nearest tsconfig.json, so that imports lead where
 * they lead in the project. What they import is read when it is asked for. Throws IdemgenError where none is named.
 */
export function openFiles(pattern: string, cwd: string): readonly SourceFile[] {
  const config = nearestConfig(cwd)
  const project = new Project({
    ...(config === undefined ? { compilerOptions: { allowJs: true } } : { tsConfigFilePath: config }),
    skipAddingFilesFromTsConfig: true,
    skipLoadingLibFiles: false,
  })
  const wanted = isAbsolute(pattern) ? pattern : `${literally(cwd)}/${pattern.replace(/^\.\//, '')}`
  const files = project
    .addSourceFilesAtPaths([wanted])
    .filter((file) => !file.isInNodeModules() && !file.isDeclarationFile())
  if (files.length > 0) return files
  throw new IdemgenError({
    code: 'handlers-missing',
    message: `no file is named by "${pattern}"`,
    hint: 'name the files with handlers, in quotes: --handlers "src/**/*.ts"',
  })
}

function nearestConfig(folder: string): string | undefined {
  const path = join(folder, 'tsconfig.json')
  if (existsSync(path)) return path
  return folder === dirname(folder) ? undefined : nearestConfig(dirname(folder))
}

/** A folder's name may hold what means something in a pattern. */
function literally(folder: string): string {
  return folder
    .split(sep)
    .join('/')
    .replaceAll(/[()[\]{}!*?@+|]/g, '\\$&')
}
