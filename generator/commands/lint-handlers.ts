import { build } from '../build/build.js'
import { textAt } from '../build/located-values.js'
import type { Service } from '../handlers/service.js'
import { handlerTexts } from '../lint/built-in/handler-texts.js'
import { withLevels } from '../lint/levels.js'
import { isRuleName, ruleNames } from '../lint/rule-texts.js'
import { suppress } from '../lint/suppress/suppress.js'
import { loadDocument } from '../load/load-document.js'
import type { Document } from '../model/document.js'
import { IdemgenError } from '../model/idemgen-error.js'
import { copyReader } from '../output/copy-reader.js'
import { folderOf } from '../output/folder.js'
import { type LocatedFinding, locateFindings } from '../report/position.js'
import { lintConfig } from './lint-config.js'
import type { LintOptions } from './lint-options.js'
import type { LintSource } from './lint-sources.js'

interface Handled {
  /** Names the files of the handlers. */
  readonly pattern: string
  /** The documents that they handle the messages of. */
  readonly sources: readonly LintSource[]
  readonly options: LintOptions
  readonly cwd: string
}

/** What is wrong with the code of handlers, without what it switches off itself. Loads ts-morph, and TypeScript with it. */
export async function lintHandlers({ pattern, cwd, ...about }: Handled): Promise<readonly LocatedFinding[]> {
  const { checkHandlers } = await import('../handlers/check-handlers.js').catch(withoutTsMorph)
  const config = await lintConfig(about.options, cwd)
  const { findings, texts } = checkHandlers(pattern, { service: await serviceAbout({ ...about, cwd }), cwd })
  const files = new Map([...texts].map(([path, text]) => [path, { path, text, value: null }]))
  const document: Document = { files, folder: cwd, locate: () => ({ line: 1, column: 1 }) }
  const run = new Set(handlerTexts.map(({ name }) => name))
  const left = suppress(document, findings, {
    all: ruleNames,
    isKnown: isRuleName,
    isRun: (rule) => run.has(rule) && config.rules[rule] !== 'off',
  })
  return locateFindings(withLevels(left, config.rules))
}

/** Documents are read once more: what was found in them may come from a cache, which holds no groups. */
async function serviceAbout({ sources, options, cwd }: Omit<Handled, 'pattern'>): Promise<Service> {
  const { serviceOf } = await import('../handlers/service.js')
  const { side, perspective, out } = options
  const built = await Promise.all(
    sources.map(async ({ path, readFile }) => {
      const { document } = await loadDocument({ path, cwd, readFile, readUrl: copyReader(folderOf(out, cwd)) })
      if (document === undefined) return []
      const { contract, design } = build(document, { perspective, ...(side !== undefined && { side }) })
      const groups = design?.groups ?? []
      const strategies = groups.map(({ group, settings }) => {
        return [group, textAt(settings, 'strategy', 'kind') ?? textAt(settings, 'strategy') ?? 'transaction'] as const
      })
      return [{ contract, strategies: new Map(strategies) }]
    }),
  )
  return serviceOf(built.flat())
}

function withoutTsMorph(error: unknown): never {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  if (!isMissing || !error.message.includes("'ts-morph'")) throw error
  throw new IdemgenError({
    code: 'package-missing',
    message: '"--handlers" needs the package ts-morph, which is not installed',
    hint: 'npm install -D ts-morph',
    cause: error,
  })
}
