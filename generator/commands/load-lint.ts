import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadCachedScript } from '../load/cached-script.js'
import type { CommandResult } from './command.js'

type LintModule = Pick<typeof import('./lint.js'), 'lint'>

/** What lints, not loaded yet. */
export interface LintEngine {
  /** Changes with every build; undefined where the sources run as they are. */
  readonly build: string | undefined
  readonly run: (use: (module: LintModule) => Promise<CommandResult>) => Promise<CommandResult>
}

/** Of a built package the bundle `lint.cjs`, with its compiled code from the cache if there is one, else the module that it is made from. */
export function loadLint(cache: string | undefined): LintEngine {
  const bundle = fileURLToPath(new URL('../lint.cjs', import.meta.url))
  if (!existsSync(bundle)) return { build: undefined, run: async (use) => use(await import('./lint.js')) }
  const { mtimeMs, size } = statSync(bundle)
  return {
    build: `${mtimeMs} ${size}`,
    async run(use) {
      // A folder that others can write to would let them run code here.
      const { exports, remember } = loadCachedScript(
        bundle,
        cache?.includes('node_modules') === true ? cache : undefined,
      )
      // The bundle of lint.ts, which exports nothing else.
      const result = await use(exports as LintModule)
      remember()
      return result
    },
  }
}
