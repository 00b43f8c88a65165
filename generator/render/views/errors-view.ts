import type { GroupContract } from '../../model/contract.js'
import { nameWords } from '../../model/words.js'
import { code } from '../code.js'
import { docComment, sentences } from '../doc.js'
import { errorNames } from '../emitted-names.js'
import { identifier } from '../identifier.js'
import { importLines } from '../imports.js'
import { literal } from '../literal.js'
import type { View } from '../template-engine.js'
import { listed, nameOf, sortedEntries, type ViewInput } from './view-input.js'

/** errors.ts: a class for each declared error. Undefined where none is declared. */
export function errorsView({ contract, names, importExtension }: ViewInput): View | undefined {
  const errors = errorNames(contract)
  if (errors.length === 0) return undefined
  const groups = sortedEntries(contract.groups).map(([, group]) => group)
  return {
    imports: importLines([{ names: [code`DeclaredError`], from: 'runtime/errors', typeOnly: false }], importExtension),
    errors: errors.map((name) => ({
      doc: docComment(errorDoc(name, groups), 0),
      class: identifier(nameOf(names.errors, name)),
      code: literal(name),
      message: literal(defaultMessage(name)),
    })),
  }
}

function errorDoc(name: string, groups: readonly GroupContract[]) {
  const parking = groups.filter(({ errors }) => errors.business.includes(name))
  const retrying = groups.filter(({ errors }) => errors.system.includes(name))
  const groupNames = (list: readonly GroupContract[]) =>
    listed(
      list.map(({ group }) => group),
      'and',
    )
  const text = sentences(
    parking.length === 0 ? '' : `Parks the message, without another run, in ${groupNames(parking)}`,
    retrying.length === 0 ? '' : `Has the message retried in ${groupNames(retrying)}`,
  )
  return { lines: [text], from: [...parking, ...retrying].flatMap(({ from }) => from.slice(0, 1)) }
}

/** The name in words: what a failure says when the handler says nothing else. */
function defaultMessage(name: string): string {
  return nameWords(name).join(' ') || name
}
