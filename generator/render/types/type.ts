import type { DocText } from '../doc.js'

/** A TypeScript type, before it is printed: what JSON values can be, and `undefined` for what an index does not find. */
export type Type =
  | { readonly kind: 'keyword'; readonly name: KeywordName }
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  /** A declaration of its own, by its name. */
  | { readonly kind: 'reference'; readonly name: string }
  | { readonly kind: 'array'; readonly items: Type }
  /** The first `required` items are always there; `rest` is what may follow, nothing when absent. */
  | { readonly kind: 'tuple'; readonly items: readonly Type[]; readonly required: number; readonly rest?: Type }
  /** `index` is what members may hold that are not listed; unlisted members are not visible when absent. */
  | { readonly kind: 'object'; readonly members: readonly Member[]; readonly index?: Type }
  | { readonly kind: 'union'; readonly of: readonly Type[] }
  | { readonly kind: 'intersection'; readonly of: readonly Type[] }

export interface Member {
  /** As on the wire. */
  readonly name: string
  readonly type: Type
  readonly optional: boolean
  readonly doc: DocText
}

/** `present` is any JSON value: unlike `unknown` it takes `undefined` away from what it is intersected with. */
export type KeywordName = 'string' | 'number' | 'boolean' | 'null' | 'undefined' | 'present' | 'unknown' | 'never'

export function keyword(name: KeywordName): Type {
  return { kind: 'keyword', name }
}

export const unknownType: Type = keyword('unknown')
export const neverType: Type = keyword('never')
/** Any JSON object: what a schema says that names no members. */
export const anyObject: Type = { kind: 'object', members: [], index: unknownType }
export const anyArray: Type = { kind: 'array', items: unknownType }

export function isKeyword(type: Type, name: KeywordName): boolean {
  return type.kind === 'keyword' && type.name === name
}

/** Whether two types are written alike, apart from comments. */
export function sameType(left: Type, right: Type): boolean {
  return left === right || (left.kind === right.kind && typeKey(left) === typeKey(right))
}

/** The same for types that are written alike, apart from comments. */
export function typeKey(type: Type): string {
  switch (type.kind) {
    case 'keyword':
    case 'reference':
      return `${type.kind} ${type.name}`
    case 'literal':
      return `literal ${JSON.stringify(type.value)}`
    default:
      return JSON.stringify(type, (name, value: unknown) => (name === 'doc' ? undefined : value))
  }
}
