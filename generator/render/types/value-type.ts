import { isList, type Json } from '../../model/document.js'
import { keyword, type Type } from './type.js'

/** The type that one JSON value has and no other, as `const` and `enum` ask for. */
export function valueType(value: Json): Type {
  if (value === null) return keyword('null')
  if (typeof value !== 'object') return { kind: 'literal', value }
  if (isList(value)) return { kind: 'tuple', items: value.map(valueType), required: value.length }
  const members = Object.entries(value).map(([name, child]) => {
    return { name, type: valueType(child), optional: false, doc: { lines: [] } }
  })
  return { kind: 'object', members, ...(members.length === 0 && { index: keyword('never') }) }
}
