import { isList, isObject, type Json } from '../../model/document.js'

/** Whether two JSON values are equal to a validator: the order of members does not count. */
export function isSameValue(left: Json, right: Json): boolean {
  if (left === right) return true
  if (isList(left) && isList(right)) {
    return left.length === right.length && left.every((item, i) => isSameValue(item, right[i] ?? null))
  }
  if (!isObject(left) || !isObject(right)) return false
  const names = Object.keys(left)
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSameValue(left[name] ?? null, right[name] ?? null))
  )
}
