import type { OutputFile } from '../model/output-file.js'
import type { ImportExtension } from './imports.js'

/** The runtime as it goes into the output: the files as they are, but for how they name each other. */
export function runtimeFiles(
  templates: ReadonlyMap<string, string>,
  header: string,
  extension: ImportExtension,
): readonly OutputFile[] {
  return [...templates]
    .filter(([path]) => path.startsWith('runtime/') && path.endsWith('.ts'))
    .map(([path, text]) => ({ path, text: `${header}\n${withExtension(text.replaceAll('\r\n', '\n'), extension)}` }))
}

function withExtension(text: string, extension: ImportExtension): string {
  if (extension === 'js') return text
  const end = extension === 'none' ? '' : `.${extension}`
  return text.replace(/(\bfrom |\bimport |\bimport\()'(\.\.?\/[^'\n]+)\.js'/g, `$1'$2${end}'`)
}
