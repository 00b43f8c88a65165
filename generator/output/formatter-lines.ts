import { existsSync, readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { foldersUpFrom } from './project.js'

/** A formatter or linter of the project that would rewrite or complain about the output. */
export interface FormatterAdvice {
  readonly tool: 'biome' | 'prettier' | 'eslint'
  /** The file that the line goes into, as an absolute path. */
  readonly file: string
  /** The line to add. */
  readonly line: string
}

/**
 * What keeps the formatters found around `outFolder` from touching it: a formatted file counts as edited by hand.
 * Tools that leave the folder alone already are not listed.
 */
export function formatterAdvice(outFolder: string): readonly FormatterAdvice[] {
  return tools.flatMap((tool) => {
    for (const folder of foldersUpFrom(outFolder).slice(1)) {
      const config = tool.configs.find((name) => existsSync(join(folder, name)))
      if (config === undefined) continue
      const path = relative(folder, outFolder).split(sep).join('/')
      const file = join(folder, tool.ignoreFile ?? config)
      return ignores(file, path) ? [] : [{ tool: tool.tool, file, line: tool.line(path) }]
    }
    return []
  })
}

interface Tool {
  readonly tool: FormatterAdvice['tool']
  readonly configs: readonly string[]
  /** Where ignored paths are listed, when not in the configuration. */
  readonly ignoreFile?: string
  readonly line: (path: string) => string
}

const tools: readonly Tool[] = [
  {
    tool: 'biome',
    configs: ['biome.json', 'biome.jsonc'],
    line: (path) => `"files": { "includes": ["**", "!${path}"] }`,
  },
  {
    tool: 'prettier',
    configs: [
      '.prettierrc',
      ...['json', 'json5', 'yaml', 'yml', 'toml', 'js', 'cjs', 'mjs', 'ts'].map((end) => `.prettierrc.${end}`),
      ...['js', 'cjs', 'mjs', 'ts'].map((end) => `prettier.config.${end}`),
      '.prettierignore',
    ],
    ignoreFile: '.prettierignore',
    line: (path) => `${path}/`,
  },
  {
    tool: 'eslint',
    configs: ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((end) => `eslint.config.${end}`),
    line: (path) => `globalIgnores(['${path}/'])`,
  },
]

/** Read as text: a configuration may be code. The folder's own name is enough, patterns are written in many ways. */
function ignores(file: string, path: string): boolean {
  if (!existsSync(file)) return false
  // The path ends with the name, so one pattern finds both.
  const named = new RegExp(`(^|[\\s!/*'"])${escapePattern(basename(path))}(?![\\w-])`)
  const lines = readFileSync(file, 'utf8').split(/\r?\n/)
  return lines.some((line) => !/^\s*(#|\/\/)/.test(line) && named.test(line))
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
