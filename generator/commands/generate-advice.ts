import { type Folder, pathFrom } from '../output/folder.js'
import { formatterAdvice } from '../output/formatter-lines.js'
import { installLines } from '../output/install-lines.js'
import { type Project, readProject } from '../output/project.js'
import { type GenerateOptions, generateOptions } from './generate-options.js'

/** What people can do beside the command itself. Paths are as messages show them. */
export interface Advice {
  /** Commands that install what the output needs, and the folder to run them in where it is not this one. */
  readonly install: { readonly lines: readonly string[]; readonly folder?: string }
  /** What to know about how the package reads its modules. */
  readonly modules?: string
  /** What a service has to say when its tables are not in the default schema. */
  readonly schema?: string
  /** The lines that keep formatters from rewriting the output. */
  readonly formatters: readonly { readonly tool: string; readonly file: string; readonly line: string }[]
}

/** Looks at the package around the output folder. */
export function adviceFor(
  out: Folder,
  { options, cwd }: { readonly options: GenerateOptions; readonly cwd: string },
): Advice {
  const project = readProject(out.path)
  const modules = moduleAdvice(project, options.importExtension)
  const folder = project.folder === undefined ? '' : pathFrom(cwd, project.folder)
  return {
    install: { lines: installLines(project), ...(folder !== '' && { folder }) },
    ...(modules !== undefined && { modules }),
    ...(options.schema !== generateOptions.schema.default && { schema: schemaAdvice(options.schema) }),
    formatters: formatterAdvice(out.path).map((each) => ({ ...each, file: pathFrom(cwd, each.file) })),
  }
}

function schemaAdvice(schema: string): string {
  return `the tables are in the schema ${schema}: write pgDatabase(pool, { schema: '${schema}' })`
}

function moduleAdvice({ moduleKind }: Project, extension: GenerateOptions['importExtension']): string | undefined {
  if (moduleKind === 'commonjs') {
    return 'the package has no "type": "module", so the output compiles to CommonJS: leave verbatimModuleSyntax off'
  }
  if (extension === 'none') return 'the package is ESM: imports without an extension need a bundler'
  return undefined
}
