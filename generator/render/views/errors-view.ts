import type { Contract, GroupContract } from '../../model/contract.js'
import { errorNames } from '../../model/derived-names.js'
import { nameWords } from '../../model/words.js'
import { code } from '../code.js'
import { type DocText, docComment, sentences } from '../doc.js'
import { identifier } from '../identifier.js'
import { importLines } from '../imports.js'
import { literal } from '../literal.js'
import type { View } from '../template-engine.js'
import { listed, nameOf, sortedEntries, type ViewInput } from './view-input.js'

/** errors.ts: a class for each declared error. Undefined where none is declared. */
export function errorsView({ contract, names, importStyle }: ViewInput): View | undefined {
  const errors = errorNames(contract)
  if (errors.length === 0) return undefined
  const parking = groupsByError(contract, 'business')
  const retrying = groupsByError(contract, 'system')
  return {
    imports: importLines([{ names: [code`DeclaredError`], from: 'runtime/errors', typeOnly: false }], importStyle),
    errors: errors.map((name) => ({
      doc: docComment(errorDoc(parking.get(name) ?? [], retrying.get(name) ?? []), 0),
      class: identifier(nameOf(names.errors, name)),
      code: literal(name),
      message: literal(defaultMessage(name)),
    })),
  }
}

function groupsByError(contract: Contract, kind: 'business' | 'system'): ReadonlyMap<string, readonly GroupContract[]> {
  const groups = new Map<string, GroupContract[]>()
  for (const [, group] of sortedEntries(contract.groups)) {
    for (const name of group.errors[kind]) groups.set(name, [...(groups.get(name) ?? []), group])
  }
  return groups
}

function errorDoc(parking: readonly GroupContract[], retrying: readonly GroupContract[]): DocText {
  const namesOf = (groups: readonly GroupContract[]) => groups.map(({ group }) => group)
  const text = sentences(
    parking.length === 0 ? '' : `Parks the message, without another run, in ${listed(namesOf(parking), 'and')}`,
    retrying.length === 0 ? '' : `Has the message retried in ${listed(namesOf(retrying), 'and')}`,
  )
  return { lines: [text], from: [...parking, ...retrying].flatMap(({ from }) => from.slice(0, 1)) }
}

/** The name in words: what a failure says when the handler says nothing else. */
function defaultMessage(name: string): string {
  return nameWords(name).join(' ') || name
}
