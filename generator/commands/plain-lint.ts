import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { cacheFolder } from '../load/cache-folder.js'
import { findConfig } from '../load/config/find-config.js'
import { hashOf, lintKey, recallLint, rememberLint } from '../load/lint-cache.js'
import { packageVersion } from '../load/package-folder.js'
import type { LocatedFinding } from '../report/position.js'
import { joinFindings } from '../report/position.js'
import type { CommandResult, Surroundings } from './command.js'
import type { Remembered } from './lint.js'
import { openBaseline, withoutBaseline } from './lint-baseline.js'
import type { LintOptions } from './lint-options.js'
import { lintResult } from './lint-result.js'
import { type LintSource, lintSources } from './lint-sources.js'
import { loadLint } from './load-lint.js'

/**
 * `idemgen lint` as it is called most, again and again on what has not changed: findings that are remembered are told
 * without loading what finds them. What is not is linted, and remembered.
 */
export async function plainLint(options: LintOptions, surroundings: Surroundings): Promise<CommandResult> {
  const { cwd, color } = surroundings
  if (options.fix !== undefined) {
    const { lintFix } = await import('./lint-fix.js')
    const result = await lintFix(options, cwd)
    if (result !== undefined) return result
  }
  const engine = loadLint(options.cache ? cacheFolder(cwd) : undefined)
  if (options.handlers !== undefined) {
    const sources = await lintSources(options, cwd)
    const { lintHandlers } = await import('./lint-handlers.js')
    const others = await lintHandlers({ pattern: options.handlers, sources, options, cwd })
    return engine.run(({ lint }) => lint(options, surroundings, { sources, others }))
  }
  const config =
    options.cache && engine.build !== undefined && !options.checklist ? configIdentity(options, cwd) : undefined
  if (config === undefined) return engine.run(({ lint }) => lint(options, surroundings))
  const sources = await lintSources(options, cwd)
  const memory = memoryOf(options, { cwd, identity: [packageVersion(), engine.build ?? '', config] })
  const recalled = new Map(sources.flatMap((source) => entryOf(source, memory)))
  if (recalled.size < sources.length || options.updateBaseline) {
    const remember = (source: LintSource, linted: Remembered) => memory.remember(source, linted)
    return engine.run(({ lint }) => lint(options, surroundings, { sources, recalled, remember }))
  }
  const files = sources.map(({ path }) => path)
  const found = joinFindings([...recalled.values()])
  const findings = joinFindings([withoutBaseline(found, { files, file: openBaseline(options, cwd) })])
  return lintResult({ findings, files }, { options, color, version: packageVersion })
}

interface Memory {
  readonly recall: (source: LintSource) => readonly LocatedFinding[] | undefined
  readonly remember: (source: LintSource, linted: Remembered) => void
}

function entryOf(source: LintSource, { recall }: Memory): readonly (readonly [string, readonly LocatedFinding[]])[] {
  const findings = recall(source)
  return findings === undefined ? [] : [[source.path, findings]]
}

function memoryOf(
  { strict, side, perspective, out }: LintOptions,
  { cwd, identity }: { readonly cwd: string; readonly identity: readonly string[] },
): Memory {
  const folder = cacheFolder(cwd)
  const options = JSON.stringify({ strict, side, perspective, out })
  const keyOf = ({ path, bytes }: LintSource) => lintKey(['lint', ...identity, options, cwd, path, bytes])
  return {
    recall: (source) => recallLint<LocatedFinding>(folder, keyOf(source)),
    remember(source, { findings, document }) {
      const others = [...(document?.files ?? [])].filter(([name]) => name !== '')
      // What was fetched has no place on the disk, and what was missing may be there the next time.
      const isSettled = others.every(([, { absolutePath }]) => absolutePath !== undefined)
      if (!isSettled || findings.some(({ rule }) => rule.startsWith('ref-'))) return
      const reached = others.map(([, { absolutePath = '' }]) => [absolutePath, hashOf(readFileSync(absolutePath))])
      rememberLint(folder, keyOf(source), { findings, reached: Object.fromEntries(reached) })
    },
  }
}

/** What the config says, as far as it can be told without reading it; undefined for one that is a program. */
function configIdentity({ config }: LintOptions, cwd: string): string | undefined {
  const path = config === undefined ? findConfig(cwd) : resolve(cwd, config)
  if (path === undefined) return ''
  if (/\.m?js$/.test(path)) return undefined
  try {
    return `${path}\n${readFileSync(path, 'utf8')}`
  } catch {
    // Whoever reads it says why.
    return undefined
  }
}
