import { didYouMean } from '../model/did-you-mean.js'
import { IdemgenError } from '../model/idemgen-error.js'

/** One option, by its long name in an `OptionTable`. */
export interface Option {
  readonly type: 'string' | 'boolean'
  readonly summary: string
  readonly default?: string | boolean
  /** The only values allowed. */
  readonly choices?: readonly string[]
  /** `--no-<name>` gives `false`. */
  readonly negatable?: boolean
}

/** The options of a command: what the parser of the command line, the help and the checks below read. */
export type OptionTable = Readonly<Record<string, Option>>

/** Checked values by long name; `false` for a negated option. */
export type GivenOptions = Readonly<Record<string, string | boolean | undefined>>

/** A wrong command line. Exit code 2. */
export function usageError(message: string, hint: string): IdemgenError {
  return new IdemgenError({ code: 'usage', message, hint })
}

/**
 * Checks what a parser made of the command line against the table. Throws IdemgenError with the nearest known word
 * for an unknown option or value.
 */
export function checkOptions(
  given: Readonly<Record<string, unknown>>,
  { table, command }: { readonly table: OptionTable; readonly command: string },
): GivenOptions {
  const names = Object.keys(given).filter((name) => given[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, checkOption({ name, value: given[name] }, { table, command })]))
}

/** Throws for `--check=maybe`, which parsers take for `--check=false`. */
export function checkBooleans(args: readonly string[], table: OptionTable): void {
  for (const arg of args) {
    if (arg === '--') return
    const [, name = '', value = ''] = /^--([^=]+)=(.*)$/s.exec(arg) ?? []
    if (table[name]?.type === 'boolean' && value !== 'true' && value !== 'false') {
      throw usageError(`"--${name}" takes no value, but got "${value}"`, `write "--${name}" alone, or leave it out`)
    }
  }
}

interface Named {
  readonly name: string
  readonly value: unknown
}

function checkOption({ name, value }: Named, place: { readonly table: OptionTable; readonly command: string }) {
  const option = place.table[name]
  if (option === undefined) throw unknownOption(name, place)
  if (Array.isArray(value)) throw usageError(`"--${name}" is given twice`, 'give it once')
  if (value === false && (option.type === 'boolean' || option.negatable === true)) return value
  if (option.type === 'boolean') return value === true
  if (typeof value !== 'string' || value.trim() === '') {
    throw usageError(`"--${name}" needs a value`, `${option.summary}; see "idemgen ${place.command} --help"`)
  }
  if (option.choices !== undefined && !option.choices.includes(value))
    throw unknownChoice({ name, value }, option.choices)
  return value
}

function unknownOption(name: string, { table, command }: { readonly table: OptionTable; readonly command: string }) {
  const dashes = name.length === 1 ? '-' : '--'
  const meant = didYouMean(name, Object.keys(table))
  const hint = meant === undefined ? `see "idemgen ${command} --help"` : `did you mean "--${meant}"?`
  return usageError(`unknown option "${dashes}${name}" of "idemgen ${command}"`, hint)
}

function unknownChoice({ name, value }: { readonly name: string; readonly value: string }, choices: readonly string[]) {
  const meant = didYouMean(value, choices)
  const hint = meant === undefined ? `choose ${choices.join(', ')}` : `did you mean "${meant}"?`
  return usageError(`"--${name}" cannot be "${value}"`, hint)
}
