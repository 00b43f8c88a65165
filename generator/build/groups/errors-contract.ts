import type { ErrorsContract } from '../../model/contract.js'
import { groupDefaults } from '../../model/defaults.js'
import { isIdentifier, pascalName } from '../../model/identifier.js'
import { type Place, placeKey } from '../../model/pointer.js'
import { fixedExports } from '../../model/runtime-exports.js'
import type { Context } from '../context.js'
import { type Located, valueAt } from '../located.js'
import { wordAt } from '../located-values.js'
import type { GroupDraft } from './group-draft.js'

/** The declared errors of a group, each list sorted; names that cannot be classes are reported and left out. */
export function errorsContract(context: Context, { group, settings }: GroupDraft): ErrorsContract {
  const business = classes(context, valueAt(settings, 'errorClasses', 'business'))
  const system = classes(context, valueAt(settings, 'errorClasses', 'system'))
  for (const [name, at] of system) {
    const other = business.get(name)
    if (other === undefined) continue
    context.report({
      rule: 'error-class-in-both-lists',
      message: `"${name}" is a business error and a system error of group "${group}" (the former at ${placeKey(other)})`,
      hint: 'business errors are parked, system errors retried: keep it in one of the lists',
      at,
    })
  }
  return {
    business: [...business.keys()].sort(),
    system: [...system.keys()].filter((name) => !business.has(name)).sort(),
    default: wordAt(settings, ['errorClasses', 'default'], [groupDefaults.errorClasses.default, 'business']),
  }
}

function classes(context: Context, list: Located | undefined): ReadonlyMap<string, Place> {
  const found = new Map<string, Place>()
  for (const item of list?.kind === 'list' ? list.items : []) {
    const name = item.kind === 'scalar' ? String(item.value) : ''
    const before = found.get(name)
    // Channels of a group may list the same each; their lists are united.
    if (before !== undefined && listOf(before) === listOf(item.place)) reportTwice(context, name, item.place)
    else if (before !== undefined) continue
    else if (isClassName(name)) found.set(name, item.place)
    else reportClassName(context, name, item.place)
  }
  return found
}

function listOf({ file, pointer }: Place): string {
  return `${file}#${pointer.slice(0, pointer.lastIndexOf('/'))}`
}

function reportTwice(context: Context, name: string, at: Place): void {
  context.report({
    rule: 'annotation-value-invalid',
    severity: 'warning',
    message: `the class "${name}" is listed twice`,
    hint: 'remove it here, or write the class that was meant',
    at,
  })
}

/** Names that the emitted code would no longer mean what it says with. */
const globals: ReadonlySet<string> = new Set(['Error', 'ErrorOptions', 'Promise', 'Readonly', 'Record'])

function isClassName(name: string): boolean {
  return isIdentifier(name) && !fixedExports.has(name) && !globals.has(name)
}

function reportClassName(context: Context, name: string, at: Place): void {
  const pascal = pascalName(name)
  const better = pascal !== undefined && isClassName(pascal) && !pascal.startsWith('_') ? pascal : undefined
  const isTaken = fixedExports.has(name) || globals.has(name)
  context.report({
    rule: 'error-class-invalid',
    message: isTaken ? `a class "${name}" exists already` : `"${name}" cannot be the name of a class`,
    hint: better === undefined ? 'choose another name, such as CouponExhausted' : `write it as ${better}`,
    at,
  })
}
