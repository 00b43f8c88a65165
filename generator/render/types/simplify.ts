import {
  anyArray,
  anyObject,
  isKeyword,
  keyword,
  neverType,
  sameType,
  type Type,
  typeKey,
  unknownType,
} from './type.js'

/** One of several types: without repeats, without what another of them includes, `null` last. */
export function union(types: readonly Type[]): Type {
  const parts = distinct(types.flatMap((type) => (type.kind === 'union' ? type.of : [type])))
  const kept = mergeBooleans(parts.filter((part) => !parts.some((other) => other !== part && includes(other, part))))
  if (kept.some((part) => isKeyword(part, 'unknown')) || isEverything(kept)) return unknownType
  const ordered = [
    ...kept.filter((part) => !isKeyword(part, 'null')),
    ...kept.filter((part) => isKeyword(part, 'null')),
  ]
  const [first, ...others] = ordered
  if (first === undefined) return neverType
  return others.length === 0 ? first : { kind: 'union', of: ordered }
}

/** All of several types at once: scalars are worked out here, objects are left to the compiler. */
export function intersection(types: readonly Type[]): Type {
  const parts = distinct(types.flatMap((type) => (type.kind === 'intersection' ? type.of : [type])))
  const scalars = parts.filter(isScalar)
  const others = parts.filter((part) => !isScalar(part))
  const kept = others.filter((part) => !others.some((other) => other !== part && restatesLess(part, other)))
  const scalar = scalars.length === 0 ? [] : [scalars.reduce(meet)]
  if (scalar.some((part) => isKeyword(part, 'never'))) return neverType
  const saysNothing = (part: Type) => isKeyword(part, 'unknown') || (kept.length > 0 && isKeyword(part, 'present'))
  const [first, ...more] = [...scalar.filter((part) => !saysNothing(part)), ...kept]
  if (first === undefined) return unknownType
  return more.length === 0 ? first : { kind: 'intersection', of: [first, ...more] }
}

const everything: readonly Type[] = [
  keyword('string'),
  keyword('number'),
  keyword('boolean'),
  keyword('null'),
  anyObject,
  anyArray,
]

function distinct(types: readonly Type[]): readonly Type[] {
  if (types.length < 2) return types
  // The first of those alike stays: its comments are the ones written first.
  return [...new Map(types.map((type) => [typeKey(type), type]).reverse() as [string, Type][]).values()].reverse()
}

function isEverything(types: readonly Type[]): boolean {
  if (types.length < everything.length) return false
  return everything.every((wanted) => types.some((type) => sameType(type, wanted)))
}

/** Whether every value of `inner` is one of `outer`, as far as that can be told without looking up names. */
function includes(outer: Type, inner: Type): boolean {
  if (isKeyword(outer, 'unknown') || isKeyword(inner, 'never')) return true
  if (isKeyword(outer, 'present')) return !isKeyword(inner, 'unknown') && !isKeyword(inner, 'undefined')
  if (outer.kind === 'keyword') return inner.kind === 'literal' && typeof inner.value === outer.name
  if (sameType(outer, anyObject)) return inner.kind === 'object'
  return sameType(outer, anyArray) && (inner.kind === 'array' || inner.kind === 'tuple')
}

function mergeBooleans(types: readonly Type[]): readonly Type[] {
  const isBoolean = (type: Type) => type.kind === 'literal' && typeof type.value === 'boolean'
  if (types.filter(isBoolean).length < 2) return types
  return [...types.filter((type) => !isBoolean(type)), keyword('boolean')]
}

function isScalar(type: Type): boolean {
  return type.kind === 'keyword' || type.kind === 'literal' || (type.kind === 'union' && type.of.every(isScalar))
}

/** What two scalars have in common. */
function meet(left: Type, right: Type): Type {
  if (left.kind === 'union') return union(left.of.map((part) => meet(part, right)))
  if (right.kind === 'union') return union(right.of.map((part) => meet(left, part)))
  if (includes(left, right) || sameType(left, right)) return right
  return includes(right, left) ? left : neverType
}

/** Whether `part` says nothing that `other` does not say more exactly. */
function restatesLess(part: Type, other: Type): boolean {
  if (sameType(part, anyObject)) return consistsOf(other, ['object'])
  return sameType(part, anyArray) && consistsOf(other, ['array', 'tuple'])
}

function consistsOf(type: Type, kinds: readonly Type['kind'][]): boolean {
  if (type.kind === 'union') return type.of.every((part) => consistsOf(part, kinds))
  return type.kind === 'intersection' ? type.of.some((part) => consistsOf(part, kinds)) : kinds.includes(type.kind)
}
