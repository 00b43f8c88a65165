import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { strictOptions } from '../render/compile.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Where the compilers of this repository stand. */
export const compilers: Readonly<Record<'5.9' | '7', string>> = {
  '5.9': join(root, 'node_modules/typescript/bin/tsc'),
  '7': join(root, 'node_modules/typescript7/bin/tsc'),
}

/** What a compiler says about the outputs of a folder under the strictest options: by the name of the output, `''` for the rest. */
export function compileOutputs(
  folder: string,
  options: {
    readonly compiler: string
    /** The folder of each output, by its name. */
    readonly folders: ReadonlyMap<string, string>
    readonly overrides?: Readonly<Record<string, unknown>>
  },
): ReadonlyMap<string, string> {
  const { compiler, folders, overrides } = options
  const compilerOptions = { ...strictOptions, module: 'nodenext', moduleResolution: 'nodenext', ...overrides }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*/*.ts'] }))
  const complaints = new Map<string, string>()
  let name = ''
  for (const line of run(compiler, folder)
    .split('\n')
    .filter((text) => text !== '')) {
    // An indented line goes on with what the one before says.
    if (!line.startsWith(' ')) name = nameIn(line, folders)
    complaints.set(name, `${complaints.get(name) ?? ''}${line}\n`)
  }
  return complaints
}

function nameIn(line: string, folders: ReadonlyMap<string, string>): string {
  const output = /(?:^|\/)(output-\d+)\//.exec(line)?.[1]
  return [...folders].find(([, path]) => output !== undefined && basename(path) === output)?.[0] ?? ''
}

function run(compiler: string, folder: string): string {
  try {
    return execFileSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], {
      encoding: 'utf8',
      stdio: 'pipe',
      maxBuffer: 2 ** 27,
    })
  } catch (error) {
    return String((error as { readonly stdout?: string }).stdout ?? error)
  }
}
