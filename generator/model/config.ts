import type { Severity } from './finding.js'

/** What an `idemgen.config` file may say. */
export interface Config {
  /** How much each rule matters, by name; `off` for not at all. A rule of --strict that stands here is run without it. */
  readonly rules: Readonly<Record<string, Severity | 'off'>>
}

export const emptyConfig: Config = { rules: {} }
