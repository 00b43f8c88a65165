import { isList, isObject, type Json } from '../../generator/model/document.js'
import type { Type } from '../../generator/render/types/type.js'

/** Whether TypeScript would let a value be of a type: the meaning of our types, in the fewest words. */
export function accepts(type: Type, value: Json, declared: ReadonlyMap<string, Type>): boolean {
  const fits = (part: Type, child: Json) => accepts(part, child, declared)
  switch (type.kind) {
    case 'keyword':
      if (type.name === 'unknown' || type.name === 'present') return true
      return type.name === 'null' ? value === null : typeof value === type.name
    case 'literal':
      return value === type.value
    case 'reference': {
      const target = declared.get(type.name)
      if (target === undefined) throw new Error(`nothing declares ${type.name}`)
      return fits(target, value)
    }
    case 'array':
      return isList(value) && value.every((item) => fits(type.items, item))
    case 'tuple':
      return (
        isList(value) &&
        value.length >= type.required &&
        value.every((item, i) => {
          const expected = type.items[i] ?? type.rest
          return expected !== undefined && fits(expected, item)
        })
      )
    case 'object':
      return isObject(value) && acceptsObject(type, value, fits)
    case 'union':
      return type.of.some((part) => fits(part, value))
    case 'intersection':
      return type.of.every((part) => fits(part, value))
  }
}

function acceptsObject(
  { members, index }: Extract<Type, { kind: 'object' }>,
  value: { readonly [name: string]: Json },
  fits: (type: Type, value: Json) => boolean,
): boolean {
  const listed = members.every(({ name, type, optional }) => {
    const child = Object.hasOwn(value, name) ? value[name] : undefined
    return child === undefined ? optional : fits(type, child)
  })
  return listed && Object.values(value).every((child) => index === undefined || fits(index, child))
}
