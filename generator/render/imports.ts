import { type Code, code, joinCode } from './code.js'
import { lineWidth } from './data.js'
import { literal } from './literal.js'

/** How emitted files name each other: `./runtime/types.js`, `./runtime/types.ts` or `./runtime/types`. */
export type ImportExtension = 'js' | 'ts' | 'none'

/** How the files of one folder name each other and the runtime. */
export interface ImportStyle {
  readonly extension: ImportExtension
  /** Where the folder `runtime` is: beside the files, or beside their folder where each spec has a folder. */
  readonly runtime: './' | '../'
}

export interface Import {
  readonly names: readonly Code[]
  /** The file's path in the output folder, without its end. */
  readonly from: string
  readonly typeOnly: boolean
}

/** Import statements, one a line, sorted by file; those without names are left out. */
export function importLines(imports: readonly Import[], style: ImportStyle): readonly Code[] {
  return imports
    .filter(({ names }) => names.length > 0)
    .toSorted((left, right) => compare(left.from, right.from))
    .map((wanted) => importLine(wanted, style))
}

/** `path`: in the folder of the importing file, or in that of the runtime, `runtime/types`; without its end. */
export function specifier(path: string, { extension, runtime }: ImportStyle): Code {
  const start = path.startsWith('runtime/') ? runtime : './'
  return literal(`${start}${path}${extension === 'none' ? '' : `.${extension}`}`)
}

function importLine({ names, from, typeOnly }: Import, style: ImportStyle): Code {
  const sorted = [...new Set(names)].sort(compare)
  const head = typeOnly ? code`import type` : code`import`
  const line = code`${head} { ${joinCode(sorted, ', ')} } from ${specifier(from, style)}`
  if (line.length <= lineWidth) return line
  return code`${head} {\n${joinCode(
    sorted.map((name) => code`  ${name},\n`),
    '',
  )}} from ${specifier(from, style)}`
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
