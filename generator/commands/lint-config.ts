import { resolve } from 'node:path'
import { isRuleName, ruleNames } from '../lint/rule-texts.js'
import { checkConfig } from '../load/config/check-config.js'
import { findConfig } from '../load/config/find-config.js'
import { loadConfig } from '../load/config/load-config.js'
import { type Config, emptyConfig } from '../model/config.js'
import type { LintOptions } from './lint-options.js'
import { shownPath } from './shown-path.js'

/** The config that was named, or the nearest one. Throws IdemgenError where it cannot be read or makes no sense. */
export async function lintConfig({ config }: Pick<LintOptions, 'config'>, cwd: string): Promise<Config> {
  const path = config === undefined ? findConfig(cwd) : resolve(cwd, config)
  if (path === undefined) return emptyConfig
  const value = await loadConfig(path, shownPath(path, cwd))
  return checkConfig(value, { path: shownPath(path, cwd), names: { all: ruleNames, isKnown: isRuleName } })
}
