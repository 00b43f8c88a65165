import { isList, type Json } from '../../model/document.js'
import type { Context } from '../context.js'
import type { Replaced } from './merge-layers.js'

/**
 * Says what is lost when one list replaces another: people expect lists of required members to be joined. That the own
 * list of an annotation wins is how lists are merged everywhere in it.
 */
export function reportReplacedList(
  context: Context,
  options: { readonly traitsWin: boolean },
): (lists: Replaced) => void {
  const { traitsWin } = options
  return ({ kind, name, lost, winner }) => {
    const isMeant = (kind === 'data' && name === 'required') || (kind === 'settings' && traitsWin)
    const kept = new Set(itemsOf(winner.value))
    const missing = itemsOf(lost.value).filter((item) => !kept.has(item))
    if (!isMeant || missing.length === 0) return
    const what = traitsWin ? 'is replaced by the one of a trait, which lacks' : 'replaces the one of a trait, and lacks'
    context.report({
      rule: 'trait-list-replaced',
      severity: 'warning',
      message: `"${name}" ${what} ${missing.join(', ')}`,
      hint: `lists of an object and its traits are not joined: write all items in the one that stays, ${traitsWin ? "the trait's" : 'this one'}`,
      at: (traitsWin ? lost : winner).place,
    })
  }
}

function itemsOf(list: Json): readonly string[] {
  return isList(list) ? list.map((item) => JSON.stringify(item)) : []
}
