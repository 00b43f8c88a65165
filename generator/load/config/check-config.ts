import type { Config } from '../../model/config.js'
import { didYouMean } from '../../model/did-you-mean.js'
import { isObject, type Json, type JsonObject } from '../../model/document.js'
import type { Severity } from '../../model/finding.js'
import { IdemgenError } from '../../model/idemgen-error.js'

/** The names of rules that a config may hold. */
export interface ConfigNames {
  readonly all: Iterable<string>
  readonly isKnown: (rule: string) => boolean
}

/** A config from what its file holds. Throws IdemgenError for what would have no effect, with what was most likely meant. */
export function checkConfig(
  value: Json,
  { path, names }: { readonly path: string; readonly names: ConfigNames },
): Config {
  if (value === null) return { rules: {} }
  if (!isObject(value)) throw fault(path, 'is no map of keys', 'write "rules: { … }"')
  checkKeys(path, value)
  const { rules = {} } = value
  if (!isObject(rules)) throw fault(path, '"rules" is no map of rules', 'write "rules: { key-is-volatile: warning }"')
  return {
    rules: Object.fromEntries(
      Object.entries(rules).map(([rule, level]) => [rule, readLevel({ path, names, rule, level })]),
    ),
  }
}

const keys = ['rules']

function checkKeys(path: string, value: JsonObject): void {
  const unknown = Object.keys(value).find((key) => !keys.includes(key))
  if (unknown === undefined) return
  const meant = didYouMean(unknown, keys)
  throw fault(
    path,
    `"${unknown}" is not known`,
    meant === undefined ? `there is ${keys.join(', ')}` : `did you mean "${meant}"?`,
  )
}

const levels: readonly (Severity | 'off')[] = ['off', 'info', 'warning', 'error']

interface Level {
  readonly path: string
  readonly names: ConfigNames
  readonly rule: string
  readonly level: Json
}

function readLevel({ path, names, rule, level }: Level): Severity | 'off' {
  if (!names.isKnown(rule)) {
    const meant = didYouMean(rule, names.all)
    throw fault(
      path,
      `there is no rule "${rule}"`,
      meant === undefined ? '"idemgen explain" lists all' : `did you mean "${meant}"?`,
    )
  }
  // YAML 1.1 reads `off` as false.
  const found = level === false ? 'off' : levels.find((each) => each === level)
  if (found !== undefined) return found
  throw fault(path, `"${rule}: ${JSON.stringify(level)}" is no severity`, `choose ${levels.join(', ')}`)
}

function fault(path: string, message: string, hint: string): IdemgenError {
  return new IdemgenError({ code: 'config-invalid', message: `${path}: ${message}`, hint })
}
