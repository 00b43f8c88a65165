import { parseArgs } from 'node:util'
import type { GivenArguments } from './command.js'
import { checkOptions, type OptionTable } from './option-table.js'

/**
 * The arguments of a command as Node itself takes them apart, without the parser that also writes help and knows what
 * was meant. Undefined for anything that is not plain: that parser has the words for it.
 */
export function plainArguments(
  args: readonly string[],
  place: { readonly table: OptionTable; readonly command: string },
): GivenArguments | undefined {
  try {
    const options = Object.fromEntries(
      Object.entries(place.table).map(([name, { type }]) => [name, { type, multiple: true }]),
    )
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true })
    const given = Object.entries(values).map(([name, list]) => {
      if (!Array.isArray(list) || list.length !== 1) throw new Error('given twice')
      return [name, list[0]] as const
    })
    return { positionals, options: checkOptions(Object.fromEntries(given), place) }
  } catch {
    return undefined
  }
}
